package import Media

/// Named settings, after the export presets of Apple's platforms. A preset fills what a manifest leaves out.
package enum ExportPreset: String, Hashable, Sendable, CaseIterable {
    /// Size of the source, x265 `slow`, constant rate factor 18.
    case hevcHighestQuality
    /// Fits into 1920x1080, x265 `medium`, constant rate factor 21.
    case hevc1920x1080
    /// Fits into 3840x2160, x265 `medium`, constant rate factor 21.
    case hevc3840x2160

    /// Finds a preset by its name, with or without `AVAssetExportPreset`, in any case.
    package init?(name: String) {
        let prefix = "avassetexportpreset"
        let lower = name.lowercased()
        let plain = lower.hasPrefix(prefix) ? String(lower.dropFirst(prefix.count)) : lower
        guard let preset = Self.allCases.first(where: { $0.rawValue.lowercased() == plain }) else { return nil }
        self = preset
    }

    /// The box that the picture fits in; nil for the size of the source.
    package var box: PictureSize? {
        switch self {
        case .hevcHighestQuality: nil
        case .hevc1920x1080: PictureSize(width: 1920, height: 1080)
        case .hevc3840x2160: PictureSize(width: 3840, height: 2160)
        }
    }

    /// x265 preset.
    package var speed: String { self == .hevcHighestQuality ? "slow" : "medium" }

    /// What the film aims at.
    package var rate: RateGoal { .constantRateFactor(self == .hevcHighestQuality ? 18 : 21) }
}
