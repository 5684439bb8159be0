package import Media

/// Named settings, after the export presets of Apple's platforms. A preset fills what a manifest leaves out.
package enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// Size of the source, x265 `slow`, constant rate factor 18.
    case hevcHighestQuality
    /// Fits into 1920x1080, x265 `medium`, constant rate factor 21.
    case hevc1920x1080
    /// Fits into 3840x2160, x265 `medium`, constant rate factor 21.
    case hevc3840x2160
    /// What macOS' aerial wallpapers are: up to 3840x2160 at 240 frames a second in BT.709, Main 10, five temporal
    /// levels, a key frame at least every 5 s, 12 Mbit/s on average, no sound.
    case aerial

    /// Finds a preset by its name, with or without `AVAssetExportPreset`, in any case.
    package init?(name: String) {
        let prefix = "avassetexportpreset"
        let lower = name.lowercased()
        let plain = lower.hasPrefix(prefix) ? String(lower.dropFirst(prefix.count)) : lower
        guard let preset = Self.allCases.first(where: { $0.rawValue.lowercased() == plain }) else { return nil }
        self = preset
    }

    /// The name that Apple's platforms have for it; nil where they have none.
    package var appleName: String? {
        switch self {
        case .hevcHighestQuality: "AVAssetExportPresetHEVCHighestQuality"
        case .hevc1920x1080: "AVAssetExportPresetHEVC1920x1080"
        case .hevc3840x2160: "AVAssetExportPresetHEVC3840x2160"
        case .aerial: nil
        }
    }

    /// What it is for, in words.
    package var purpose: String {
        switch self {
        case .hevcHighestQuality: "the source's size and HDR at high quality"
        case .hevc1920x1080: "Full HD at good quality, HDR kept"
        case .hevc3840x2160: "4K at good quality, HDR kept"
        case .aerial: "macOS' aerial wallpapers, from 240 frames a second in BT.709"
        }
    }

    /// The box that the picture fits in; nil for the size of the source.
    package var box: PictureSize? {
        switch self {
        case .hevcHighestQuality: nil
        case .hevc1920x1080: PictureSize(width: 1920, height: 1080)
        case .hevc3840x2160, .aerial: PictureSize(width: 3840, height: 2160)
        }
    }

    /// Bits of a sample; nil for those of the source.
    package var bitDepth: Int? { self == .aerial ? 10 : nil }

    /// x265 preset.
    package var speed: String { self == .hevcHighestQuality ? "slow" : "medium" }

    /// What the film aims at. For aerials it is about the rate that Apple's own have.
    package var rate: RateGoal {
        switch self {
        case .hevcHighestQuality: .constantRateFactor(18)
        case .hevc1920x1080, .hevc3840x2160: .constantRateFactor(21)
        case .aerial: .average(bitsPerSecond: 12_000_000)
        }
    }

    /// Longest distance of key frames; nil for the default.
    package var keyFrameInterval: MediaTime? { self == .aerial ? MediaTime(value: 5, timescale: 1) : nil }

    /// Temporal levels, and the nominal frame rate of the films that can have them so; nil for a single level.
    package var temporal: (levels: Int, framesPerSecond: Double)? { self == .aerial ? (5, 240) : nil }

    /// The only colours that it makes; nil for those of the source.
    package var colour: ColourDescription? {
        self == .aerial ? ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false) : nil
    }

    /// Which sound tracks are carried; nil for the default.
    package var audio: Manifest.Audio? { self == .aerial ? Manifest.Audio.none : nil }
}
