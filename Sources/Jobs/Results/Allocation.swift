/// The coordinator's allocation for one wave of one pass: the target of each range in it.
///
/// Once published it is binding: a resumed job encodes with the same targets and makes the same bytes.
package struct Allocation: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1
    /// Maximum target of a range in bits: 2 Gbit/s for six days.
    package static let mostBits = 1 << 50

    /// Version of the layout.
    package var version: Int
    /// Id of the job, set when it is published; nil in documents of earlier builds.
    package var job: String?
    /// Number of the pass, from 1.
    package var pass: Int
    /// Number of the wave within the pass, from 1.
    package var wave: Int
    /// One target for each range of the wave, in film order.
    package var targets: [RangeTarget]
    /// The reason for the targets, for the report.
    package var explanation: String
    /// The requests for further passes that this wave decides, including refused ones; empty before pass 3.
    package var requests: [RequestDecision]

    /// Creates an allocation.
    package init(
        pass: Int,
        wave: Int = 1,
        targets: [RangeTarget],
        explanation: String = "",
        requests: [RequestDecision] = []
    ) {
        version = Self.currentVersion
        self.pass = pass
        self.wave = wave
        self.targets = targets
        self.explanation = explanation
        self.requests = requests
    }
}
