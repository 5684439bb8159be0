import Media

/// A half-open time range: from `start`, included, to `end`, excluded. The counterpart of CMTimeRange.
public struct TimeRange: Hashable, Sendable {
    let wrapped: Media.TimeRange

    /// Creates `start ..< end`. Precondition: `start <= end`.
    public init(start: MediaTime, end: MediaTime) {
        wrapped = Media.TimeRange(start: start.wrapped, end: end.wrapped)
    }

    init(_ wrapped: Media.TimeRange) { self.wrapped = wrapped }

    /// First instant of the range.
    public var start: MediaTime { MediaTime(wrapped.start) }
    /// First instant after the range.
    public var end: MediaTime { MediaTime(wrapped.end) }
    /// Length of the range: `end - start`, never negative.
    public var duration: MediaTime { MediaTime(wrapped.duration) }
    /// True if the range contains no instant.
    public var isEmpty: Bool { wrapped.isEmpty }
    /// Whether an instant is in the range.
    public func contains(_ time: MediaTime) -> Bool { wrapped.contains(time.wrapped) }
}

extension TimeRange: CustomStringConvertible {
    /// The range as `start ..< end`, both exact.
    public var description: String { "\(start) ..< \(end)" }
}
