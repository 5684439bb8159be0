/// A half-open time range: from `start`, included, to `end`, excluded. The counterpart of CMTimeRange.
public struct TimeRange: Hashable, Sendable, Codable {
    /// First instant of the range.
    public let start: MediaTime
    /// First instant after the range; never before `start`.
    public let end: MediaTime

    /// Creates `start ..< end`. Precondition: `start <= end`.
    public init(start: MediaTime, end: MediaTime) {
        precondition(start <= end, "a time range does not end before it starts")
        self.start = start
        self.end = end
    }

    /// Length of the range.
    public var duration: MediaTime { end - start }

    /// True if the range contains no instant.
    public var isEmpty: Bool { start == end }

    /// Whether an instant is in the range.
    public func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

    /// Whether two ranges share an instant.
    public func overlaps(_ other: TimeRange) -> Bool { start < other.end && other.start < end }

    private enum CodingKeys: String, CodingKey { case start, end }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        start = try container.decode(MediaTime.self, forKey: .start)
        end = try container.decode(MediaTime.self, forKey: .end)
        guard start <= end else {
            throw DecodingError.dataCorruptedError(
                forKey: .end,
                in: container,
                debugDescription: "ends before it starts"
            )
        }
    }
}

extension TimeRange: CustomStringConvertible {
    /// The range as `start ..< end`, both exact.
    public var description: String { "\(start) ..< \(end)" }
}
