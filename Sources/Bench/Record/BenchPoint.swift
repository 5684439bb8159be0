/// One encode of a clip by an anchor at a rate, or the hole where it should be.
package struct BenchPoint: Hashable, Sendable, Codable {
    /// Name of the clip.
    package var clip: String
    /// Name of the anchor.
    package var anchor: String
    /// What the anchor was asked for.
    package var rate: BenchRate
    /// Counted from 1.
    package var repetition: Int
    /// What came of it.
    package var outcome: BenchOutcome

    /// Creates a point.
    package init(clip: String, anchor: String, rate: BenchRate, repetition: Int, outcome: BenchOutcome) {
        self.clip = clip
        self.anchor = anchor
        self.rate = rate
        self.repetition = repetition
        self.outcome = outcome
    }
}
