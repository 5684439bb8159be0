package import Jobs

/// The rate control of a film: every decision about targets, and about which result of a range counts.
///
/// All of them are pure functions of what is published, in film order.
package protocol FilmAllocating: Sendable {
    /// The decoder's buffer that runs through all ranges; nil, unless a conforming type says otherwise, where nothing
    /// bounds the film.
    var buffer: FilmBuffer? { get }

    /// The targets of pass 1 when it analyses: one for each range.
    func analysis(of plan: Plan) -> Allocation

    /// The targets of the only pass of a film that is not analysed: one for each range, for pass 1, role `alone`.
    func singlePass(of plan: Plan) -> Allocation

    /// The targets of the first wave of pass 2: a sample of ranges that depends on the plan only. Without targets there
    /// is no such wave.
    func sample(of plan: Plan, analysis: [RangeResult]) -> Allocation

    /// The targets of the second wave of pass 2: one for each range that `sample` left out.
    ///
    /// - Parameter results: what came of the sample, in film order; empty when there was none.
    func rest(of plan: Plan, analysis: [RangeResult], results: [RangeResult]) -> Allocation

    /// Whether ranges are encoded again in pass `pass`, which is 3 or more and at most the job's maximum.
    func correction(of film: EncodedFilm, pass: Int) -> CorrectionDecision

    /// Whether a newer encode of a range takes the place of the one that counted before it.
    ///
    /// - Parameter target: what the newer one was asked for.
    func accepts(_ newer: RangeResult, over older: RangeResult, target: RangeTarget) -> Bool

    /// The same where the range is one of a film whose every range is encoded: its neighbours may have a say.
    ///
    /// - Parameter film: the results that count, `older` among them, in film order.
    func accepts(
        _ newer: RangeResult,
        over older: RangeResult,
        target: RangeTarget,
        in film: [RangeResult],
        of plan: Plan
    ) -> Bool

    /// What the film was asked for and is not when these results make it, one sentence each.
    func misses(of results: [RangeResult], in plan: Plan) -> [String]
}

extension FilmAllocating {
    package var buffer: FilmBuffer? { nil }

    /// An encode is kept when with it fewer pictures come late, or as many and it lies nearer to what it was asked for.
    package func accepts(
        _ newer: RangeResult,
        over older: RangeResult,
        target: RangeTarget,
        in film: [RangeResult],
        of plan: Plan
    ) -> Bool {
        buffer?.prefers(newer, over: older, in: film, of: plan) ?? accepts(newer, over: older, target: target)
    }

    /// What the film overdraws of its buffer, a sentence for each range.
    package func misses(of results: [RangeResult], in plan: Plan) -> [String] {
        buffer?.misses(of: results, in: plan) ?? []
    }
}
