import Jobs

/// Named settings for a whole film. The counterpart of the export presets of AVAssetExportSession and of
/// AVOutputSettingsPreset.
///
/// A preset supplies what `ExportSettings` leave out. `granary presets` prints the same list.
public struct ExportPreset: Hashable, Sendable {
    let wrapped: Jobs.ExportPreset

    private init(_ wrapped: Jobs.ExportPreset) { self.wrapped = wrapped }

    /// Size of the source, x265 `slow`, constant rate factor 18.
    public static let highestQuality = ExportPreset(.hevcHighestQuality)
    /// Fits into 1920x1080, x265 `medium`, constant rate factor 21.
    public static let hevc1920x1080 = ExportPreset(.hevc1920x1080)
    /// Fits into 3840x2160, x265 `medium`, constant rate factor 21.
    public static let hevc3840x2160 = ExportPreset(.hevc3840x2160)
    /// The settings of macOS' aerial wallpapers: up to 3840x2160 at 240 frames a second in BT.709, Main 10, five
    /// temporal levels, 12 Mbit/s on average, no audio.
    public static let aerial = ExportPreset(.aerial)

    /// All presets.
    public static let all = Jobs.ExportPreset.allCases.map(ExportPreset.init)

    /// Finds a preset by its name, with or without `AVAssetExportPreset`, ignoring case; nil if there is none.
    public init?(name: String) {
        guard let found = Jobs.ExportPreset(name: name) else { return nil }
        wrapped = found
    }

    /// Its name in manifests, as in `hevc1920x1080`.
    public var name: String { wrapped.rawValue }

    /// Its name on Apple's platforms; nil if they have no such preset.
    public var appleName: String? { wrapped.appleName }

    /// Its purpose in a few words.
    public var purpose: String { wrapped.purpose }

    /// What it keeps of HDR, in words.
    public var keptHDR: String {
        guard wrapped.colour == nil else {
            return "nothing: it takes only BT.709, and refuses HDR10 and HLG films"
        }
        return "all that Granary carries: HDR10 and HLG stay HDR10 and HLG, in 10 bits, with mastering display, light "
            + "levels and ambient light"
    }

    /// What it sets: keys of a manifest, as in `video.speed`, with their values.
    public var settings: [(key: String, value: String)] { wrapped.settings.map { ($0.key, $0.value) } }
}

extension ExportPreset: CustomStringConvertible {
    /// Its name.
    public var description: String { name }
}
