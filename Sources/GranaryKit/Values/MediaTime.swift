import Media

/// A point or a length in time as an exact fraction of a second: `value / timescale`. The counterpart of CMTime.
///
/// Two times are equal if they are the same instant, whatever their timescales.
public struct MediaTime: Hashable, Comparable, Sendable {
    let wrapped: Media.MediaTime

    /// Creates `value / timescale` seconds.
    ///
    /// - Parameters:
    ///   - value: number of ticks, negative before the origin.
    ///   - timescale: ticks per second. Precondition: at least 1.
    public init(value: Int64, timescale: Int32) { wrapped = Media.MediaTime(value: value, timescale: timescale) }

    init(_ wrapped: Media.MediaTime) { self.wrapped = wrapped }

    /// Number of ticks, negative before the origin.
    public var value: Int64 { wrapped.value }
    /// Ticks per second, at least 1.
    public var timescale: Int32 { wrapped.timescale }
    /// The time in seconds, rounded to the nearest Double: for display, never for timestamps.
    public var seconds: Double { wrapped.seconds }

    /// The origin: 0 s.
    public static let zero = MediaTime(.zero)

    /// Whether the left instant is before the right one.
    public static func < (left: MediaTime, right: MediaTime) -> Bool { left.wrapped < right.wrapped }
    /// The exact sum. Precondition: the least common timescale fits into 31 bits.
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime { MediaTime(left.wrapped + right.wrapped) }
    /// The exact difference. Precondition: the least common timescale fits into 31 bits.
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime { MediaTime(left.wrapped - right.wrapped) }
}

extension MediaTime: CustomStringConvertible {
    /// The exact fraction, as in `1001/24000 s`.
    public var description: String { "\(value)/\(timescale) s" }
}
