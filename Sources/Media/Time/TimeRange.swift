/// A half-open time range: from `start`, included, to `end`, excluded. The counterpart of CMTimeRange.
package struct TimeRange: Hashable, Sendable, Codable {
    /// First instant of the range.
    package let start: MediaTime
    /// First instant after the range; never before `start`.
    package let end: MediaTime

    /// Creates `start ..< end`. Precondition: `start <= end`.
    package init(start: MediaTime, end: MediaTime) {
        precondition(start <= end, "a time range does not end before it starts")
        self.start = start
        self.end = end
    }

    /// Length of the range.
    package var duration: MediaTime { end - start }

    /// True if the range contains no instant.
    package var isEmpty: Bool { start == end }

    /// Whether an instant is in the range.
    package func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

    /// Whether two ranges share an instant.
    package func overlaps(_ other: TimeRange) -> Bool { start < other.end && other.start < end }

    private enum CodingKeys: String, CodingKey { case start, end }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
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
    package var description: String { "\(start) ..< \(end)" }
}
