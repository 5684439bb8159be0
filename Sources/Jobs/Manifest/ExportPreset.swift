package import Media

/// Named settings, modelled on the export presets of Apple's platforms. A preset supplies what a manifest leaves out.
package enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// Size of the source, x265 `slow`, constant rate factor 18.
    case hevcHighestQuality
    /// Fits into 1920x1080, x265 `medium`, constant rate factor 21.
    case hevc1920x1080
    /// Fits into 3840x2160, x265 `medium`, constant rate factor 21.
    case hevc3840x2160
    /// The settings of macOS' aerial wallpapers: up to 3840x2160 at 240 frames a second in BT.709, Main 10, five
    /// temporal levels, a key frame at least every 5 s, 12 Mbit/s on average, no audio.
    case aerial

    /// Finds a preset by its name, with or without `AVAssetExportPreset`, ignoring case.
    package init?(name: String) {
        let prefix = "avassetexportpreset"
        let lower = name.lowercased()
        let plain = lower.hasPrefix(prefix) ? String(lower.dropFirst(prefix.count)) : lower
        guard let preset = Self.allCases.first(where: { $0.rawValue.lowercased() == plain }) else { return nil }
        self = preset
    }

    /// The name of the preset on Apple's platforms; nil if they have none.
    package var appleName: String? {
        switch self {
        case .hevcHighestQuality: "AVAssetExportPresetHEVCHighestQuality"
        case .hevc1920x1080: "AVAssetExportPresetHEVC1920x1080"
        case .hevc3840x2160: "AVAssetExportPresetHEVC3840x2160"
        case .aerial: nil
        }
    }

    /// A short description of its purpose.
    package var purpose: String {
        switch self {
        case .hevcHighestQuality: "size and HDR of the source at high quality"
        case .hevc1920x1080: "Full HD at good quality, HDR kept"
        case .hevc3840x2160: "4K at good quality, HDR kept"
        case .aerial: "macOS' aerial wallpapers; the source must have 240 frames a second in BT.709"
        }
    }

    /// The box into which the picture fits; nil for the size of the source.
    package var box: PictureSize? {
        switch self {
        case .hevcHighestQuality: nil
        case .hevc1920x1080: PictureSize(width: 1920, height: 1080)
        case .hevc3840x2160, .aerial: PictureSize(width: 3840, height: 2160)
        }
    }

    /// Bit depth; nil for that of the source.
    package var bitDepth: Int? { self == .aerial ? 10 : nil }

    /// x265 preset.
    package var speed: String { self == .hevcHighestQuality ? "slow" : "medium" }

    /// The goal of the film. For aerials it is about the rate of Apple's own.
    package var rate: RateGoal {
        switch self {
        case .hevcHighestQuality: .constantRateFactor(18)
        case .hevc1920x1080, .hevc3840x2160: .constantRateFactor(21)
        case .aerial: .average(bitsPerSecond: 12_000_000)
        }
    }

    /// Longest key frame interval; nil for the default.
    package var keyFrameInterval: MediaTime? { self == .aerial ? MediaTime(value: 5, timescale: 1) : nil }

    /// Number of temporal levels, and the nominal frame rate that the source must have for them; nil for a single
    /// level.
    package var temporal: (levels: Int, framesPerSecond: Double)? { self == .aerial ? (5, 240) : nil }

    /// The only colours that it supports; nil for those of the source.
    package var colour: ColourDescription? {
        self == .aerial ? ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false) : nil
    }

    /// Which audio tracks are carried; nil for the default.
    package var audio: Manifest.Audio? { self == .aerial ? Manifest.Audio.none : nil }
}
