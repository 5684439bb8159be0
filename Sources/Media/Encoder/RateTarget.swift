/// What the encoder aims at in one pass over one range.
public enum RateTarget: Hashable, Sendable, Codable {
    /// A constant rate factor (x265 `crf`), 0 to 51.
    case constantRateFactor(Double)
    /// An average over the range in kbit/s (x265 `bitrate`), at least 1.
    case average(kilobitsPerSecond: Int)

    /// True for an analysis that codes blocks of 32 luma samples and no smaller ones. From a rate factor of 28 on that takes a
    /// quarter less time and foretells as well what the final preset takes; below, half as well (Docs/Decisions/0002).
    package var isCoarseAnalysis: Bool {
        if case .constantRateFactor(let factor) = self { factor >= 28 } else { false }
    }
}
