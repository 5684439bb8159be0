package import Jobs

/// The targets of ranges that are encoded one after the other in film order: those of `FilmRateControl.rest`, bit for
/// bit, for a film without buffer and without a metric.
///
/// What an encode shows of the scale is added once, instead of again for each range that follows, and each search for
/// a quantiser begins at the last one. All targets of 2,000 ranges take 4 s of processor time, instead of 290 s.
final class SuccessiveTargets {
    private let control: FilmRateControl
    private let plan: Plan
    /// In film order.
    private let analysis: [RangeResult]
    private var experience: FilmRateControl.Experience
    /// The ranges that are not encoded yet.
    private var remaining: ArraySlice<RangeResult>
    private var learned = 0
    private var spent = 0
    private var last: FilmCourse?

    /// - Parameter analysis: in film order.
    init(_ control: FilmRateControl, _ plan: Plan, _ analysis: [RangeResult]) {
        self.control = control
        self.plan = plan
        self.analysis = analysis
        experience = FilmRateControl.Experience(prior: control.priorScale(in: plan), analysis)
        remaining = analysis[...]
    }

    /// The target of a range.
    ///
    /// - Parameter results: those so far, in film order; those of earlier calls first.
    func target(of range: Int, after results: [RangeResult]) -> RangeTarget? {
        for result in results.dropFirst(learned) {
            experience.add(result)
            spent += result.bits
            if remaining.first?.range == result.range {
                remaining.removeFirst()
            } else {
                remaining.removeAll { $0.range == result.range }
            }
        }
        learned = results.count
        guard let wanted = remaining.first(where: { $0.range == range }) else { return nil }
        let scale = experience.scale.value
        let left = max((control.budgetBits ?? 0) - Double(spent), 1)
        let course = control.compressedCourse(
            analysis,
            remaining: remaining,
            scale: scale,
            bits: left,
            in: plan,
            near: last
        )
        last = course
        return control.fedTarget(wanted, course, scale: scale, in: plan)
    }
}

extension FilmRateControl {
    package func successiveTargets(
        of plan: Plan,
        analysis: [RangeResult]
    ) -> (_ range: Int, _ results: [RangeResult]) -> RangeTarget? {
        guard buffer == nil, optimized == nil, budgetBits != nil else {
            return repeatedTargets(of: plan, analysis: analysis)
        }
        return SuccessiveTargets(self, plan, inFilmOrder(analysis)).target
    }
}
