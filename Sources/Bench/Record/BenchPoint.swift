/// One encode of a clip by an anchor at a rate, or the hole in its place.
package struct BenchPoint: Hashable, Sendable, Codable {
    /// Name of the clip.
    package var clip: String
    /// Name of the anchor.
    package var anchor: String
    /// The requested rate.
    package var rate: BenchRate
    /// Counted from 1.
    package var repetition: Int
    /// Its outcome.
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
