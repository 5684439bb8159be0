/// The coordinator's decision for one wave of one pass: the target of each range in it.
///
/// Once published it binds: a job that is resumed encodes with the same targets and makes the same bytes.
package struct Allocation: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1
    /// Most bits that a range is given: 2 Gbit/s for six days.
    package static let mostBits = 1 << 50

    /// Version of the layout.
    package var version: Int
    /// Id of the job, once it is published; nil in documents of earlier builds.
    package var job: String?
    /// Number of the pass, from 1.
    package var pass: Int
    /// Number of the wave within the pass, from 1.
    package var wave: Int
    /// One target for each range of the wave, in film order.
    package var targets: [RangeTarget]
    /// Why the targets are what they are, for the report.
    package var explanation: String
    /// The requests for further passes that this wave answers, refused ones included; empty before pass 3.
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
