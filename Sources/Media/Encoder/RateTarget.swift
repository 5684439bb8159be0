/// The rate target of the encoder in one pass over one range.
package enum RateTarget: Hashable, Sendable, Codable {
    /// A constant rate factor (x265 `crf`), 0 to 51.
    case constantRateFactor(Double)
    /// An average over the range in kbit/s (x265 `bitrate`), at least 1.
    case average(kilobitsPerSecond: Int)
}
