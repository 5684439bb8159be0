/// A `ProgressState` as an NDJSON event: what `--progress json` prints between `resolved` and `finished`.
package struct ProgressEvent: Hashable, Sendable, Encodable {
    private let state: ProgressState

    /// Makes an event of a state.
    package init(_ state: ProgressState) {
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case type, name, activity, pass, maximumPasses, ranges, rangesDone, repeatedRanges, fraction, elapsedSeconds
        case remainingSeconds, framesPerSecond, bitsPerSecond
    }

    /// Writes the state with `type`, and with the numbers that a display works out.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("progress", forKey: .type)
        try container.encode(state.name, forKey: .name)
        try container.encode(state.activity, forKey: .activity)
        try container.encode(state.pass, forKey: .pass)
        try container.encode(state.maximumPasses, forKey: .maximumPasses)
        try container.encode(state.ranges.count, forKey: .ranges)
        try container.encode(state.ranges.count { $0 == .done }, forKey: .rangesDone)
        try container.encode(state.repeatedRanges, forKey: .repeatedRanges)
        try container.encode(state.fraction, forKey: .fraction)
        try container.encode(Self.finite(state.elapsedSeconds), forKey: .elapsedSeconds)
        try container.encodeIfPresent(Self.finite(state.remainingSeconds), forKey: .remainingSeconds)
        try container.encodeIfPresent(Self.finite(state.framesPerSecond), forKey: .framesPerSecond)
        try container.encodeIfPresent(Self.finite(state.bitsPerSecond), forKey: .bitsPerSecond)
    }

    /// JSON has no word for what is not finite.
    private static func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
}
