package import Jobs

/// The rate control of a film: every decision about targets, and about which result of a range counts.
///
/// All decisions are pure functions of what is published, in film order.
package protocol FilmAllocating: Sendable {
    /// The decoder's buffer over all ranges; nil for a film without bounds, which is the default.
    var buffer: FilmBuffer? { get }

    /// The same rate control of a film whose samples also get dynamic HDR metadata: it takes its bits from the rate and
    /// from the buffer. The rates and sizes of all results are without it. The default ignores it.
    func leavingRoom(for metadata: FilmMetadata) -> Self

    /// The targets of pass 1 of a film that may be analysed: one for each range, or none if it is encoded without an
    /// analysis.
    func analysis(of plan: Plan) -> Allocation

    /// The targets of the only pass of a film that is not analysed: one for each range, for pass 1, role `alone`.
    func singlePass(of plan: Plan) -> Allocation

    /// The targets of the first wave of pass 2: a sample of the ranges, chosen from plan and analysis alone. Without
    /// targets there is no such wave.
    func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation

    /// The targets of the second wave of pass 2: one for each range that `sample` left out.
    ///
    /// - Parameter results: those of the sample, in film order; empty when there was no sample.
    func rest(of plan: Plan, analysis: [RangeResult], results: [RangeResult]) -> Allocation

    /// The targets of a wave of pass 2; nil when every range has one. The default are `sample` and `rest`.
    ///
    /// - Parameters:
    ///   - number: the wave, from 1.
    ///   - allocations: those of the waves before it, and of pass 1.
    ///   - results: those of the waves before it, in film order.
    func wave(
        _ number: Int,
        of plan: Plan,
        analysis: [RangeResult],
        allocations: [Allocation],
        results: [RangeResult]
    ) -> Allocation?

    /// The same targets for ranges that are encoded one after the other, in film order: a function of a range and the
    /// results so far, which plans again after each range. Its results only grow from call to call.
    func successiveTargets(
        of plan: Plan,
        analysis: [RangeResult]
    ) -> (_ range: Int, _ results: [RangeResult]) -> RangeTarget?

    /// Whether ranges are encoded again in pass `pass`, which is 3 or more and at most the job's maximum.
    func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision

    /// Whether a newer encode of a range replaces the one that counted before.
    ///
    /// - Parameter target: the target of the newer encode.
    func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool

    /// The same for a range of a film of which every range is encoded: the decision may depend on the other ranges.
    ///
    /// - Parameter film: the results that count, including `older`, in film order.
    func accepts(
        _ newer: RangeResult,
        over older: RangeResult,
        target: RangeTarget,
        in film: [RangeResult],
        of plan: Plan
    ) -> Bool

    /// The requirements that a film of these results does not meet, one sentence each.
    func misses(of results: [RangeResult], in plan: Plan) -> [String]
}

extension FilmAllocating {
    package var buffer: FilmBuffer? { nil }

    package func leavingRoom(for metadata: FilmMetadata) -> Self { self }

    package func wave(
        _ number: Int,
        of plan: Plan,
        analysis: [RangeResult],
        allocations: [Allocation],
        results: [RangeResult]
    ) -> Allocation? {
        sampleOrRest(number, of: plan, analysis: analysis, results: results)
    }

    /// The first wave is a sample, and the second the rest.
    func sampleOrRest(
        _ number: Int,
        of plan: Plan,
        analysis: [RangeResult],
        results: [RangeResult]
    ) -> Allocation? {
        switch number {
        case 1: sample(of: plan, analysis: analysis)
        case 2: rest(of: plan, analysis: analysis, results: results)
        default: nil
        }
    }

    package func successiveTargets(
        of plan: Plan,
        analysis: [RangeResult]
    ) -> (_ range: Int, _ results: [RangeResult]) -> RangeTarget? { repeatedTargets(of: plan, analysis: analysis) }

    /// Successive targets that are all computed anew for each range.
    func repeatedTargets(
        of plan: Plan,
        analysis: [RangeResult]
    ) -> (_ range: Int, _ results: [RangeResult]) -> RangeTarget? {
        { range, results in
            rest(of: plan, analysis: analysis, results: results).targets.first { $0.range == range }
        }
    }

    /// An encode replaces an older one when fewer pictures are late with it. When equally many are late, it must be
    /// nearer to its target.
    package func accepts(
        _ newer: RangeResult,
        over older: RangeResult,
        target: RangeTarget,
        in film: [RangeResult],
        of plan: Plan
    ) -> Bool {
        buffer?.prefers(newer, over: older, in: film, of: plan) ?? accepts(newer, over: older, target: target)
    }

    /// Where the film overdraws its buffer, one sentence for each range.
    package func misses(of results: [RangeResult], in plan: Plan) -> [String] {
        buffer?.misses(of: results, in: plan) ?? []
    }
}
