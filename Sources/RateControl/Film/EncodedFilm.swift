package import Jobs
import Media

/// A film of which every range was encoded at least once. Decisions about further passes are made from it.
///
/// Everything here comes from published results and allocations, so the same work gives the same decisions. Measured
/// CPU times differ from run to run, so a decision that changes the film's bytes counts frames, not seconds.
package struct EncodedFilm: Hashable, Sendable {
    /// The ranges of the film.
    package var plan: Plan
    /// Results of pass 1 in film order; empty for a film without analysis.
    package var analysis: [RangeResult]
    /// The result that counts for each range, in film order.
    package var accepted: [RangeResult]
    /// Every encode of each range: by range in film order, then by pass, oldest first.
    package var history: [[RangeResult]]
    /// The published allocations, by pass and wave.
    package var allocations: [Allocation]

    /// Creates a film from its results.
    package init(
        plan: Plan,
        analysis: [RangeResult],
        accepted: [RangeResult],
        history: [[RangeResult]],
        allocations: [Allocation]
    ) {
        self.plan = plan
        self.analysis = analysis
        self.accepted = accepted
        self.history = history
        self.allocations = allocations
    }

    /// Bits of all accepted results.
    package var bits: Int { accepted.reduce(0) { $0 + $1.bits } }

    /// The target of a result; nil when no allocation has it.
    func target(of result: RangeResult) -> RangeTarget? {
        allocations.lazy.filter { $0.pass == result.pass }.flatMap(\.targets).first { $0.range == result.range }
    }

    /// The rate factor that a result was encoded with; nil for one that had bits.
    func rateFactor(of result: RangeResult) -> Double? { target(of: result)?.rateFactor }

    /// Frames that were encoded again after each range's first encode.
    package var framesEncodedAgain: Int {
        history.reduce(0) { sum, encodes in encodes.dropFirst().reduce(sum) { $0 + $1.frames.count } }
    }
}
