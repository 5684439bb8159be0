/// The rate control of a film: every decision about targets, and about which result of a range counts.
///
/// All of them are pure functions of what is published, in film order.
package protocol FilmAllocating: Sendable {
    /// The targets of pass 1 when it analyses: one for each range.
    func analysis(of plan: Plan) -> Allocation

    /// The targets of the only pass of a film that is not analysed: one for each range, for pass 1, role `alone`.
    func singlePass(of plan: Plan) -> Allocation

    /// The targets of the first wave of pass 2: a sample of ranges that depends on the plan only. Without targets there is
    /// no such wave.
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
}
