package import Jobs
import RateControl

/// The result of a film with a target quality.
package struct QualityOutcome: Hashable, Sendable, Codable {
    /// The target quality.
    package var goal: QualityGoal
    /// Mean over the film, in the metric's own unit.
    package var mean: Double
    /// Ranges whose mean is under the floor, in film order.
    package var rangesUnderFloor: [Int]
    /// Whether the mean is within 0.1 dB of the target (for SSIM, its distance from 1 in dB) or within 0.3 VMAF. A
    /// better mean is also on target if no range can be coarser: a black film is too good at every rate factor.
    package var isOnTarget: Bool

    /// A range within this many levels above the floor could fall below it if it were coarser.
    private static let floorMargin = 0.4

    /// Judges a film by its encodes; nil while a range has none, or was not measured.
    ///
    /// - Parameter rateFactors: the rate factor of each range, in the same order; empty where they are not known.
    package init?(
        of goal: QualityGoal,
        ranges: [(index: Int, quality: RangeQuality)],
        rateFactors: [Double?] = []
    ) {
        let scale = QualityScale(metric: goal.metric)
        let figures = ranges.compactMap { range in range.quality.figure(goal.metric).map { (range, $0) } }
        guard figures.count == ranges.count,
            let mean = scale.mean(figures.map { (value: $0.1, frames: $0.0.quality.frameCount) })
        else { return nil }
        self.goal = goal
        self.mean = mean
        rangesUnderFloor = figures.filter { figure in goal.floor.map { figure.1 < $0 } ?? false }.map { $0.0.index }
        let isCoarsest = zip(figures, rateFactors).allSatisfy { figure, factor in
            if factor ?? 0 >= QualityModel.factors.upperBound { return true }
            return goal.floor.map { scale.level(figure.1) < scale.level($0) + Self.floorMargin } ?? false
        }
        isOnTarget =
            scale.isWithinTolerance(mean, of: goal.target)
            || mean > goal.target && rateFactors.count == figures.count && isCoarsest
    }

    /// Every target that is missed, one sentence each; empty when the film meets its targets.
    package var misses: [String] {
        let scale = QualityScale(metric: goal.metric)
        var lines: [String] = []
        if !isOnTarget {
            lines.append(
                "the film has \(scale.words(mean)), \(scale.words(mean, from: goal.target)) its target of "
                    + "\(scale.words(goal.target))"
            )
        }
        if let floor = goal.floor, !rangesUnderFloor.isEmpty {
            let ranges = rangesUnderFloor.prefix(10).map(String.init).joined(separator: ", ")
            let more = rangesUnderFloor.count > 10 ? " and \(rangesUnderFloor.count - 10) more" : ""
            lines.append("under the floor of \(scale.words(floor)): range \(ranges)\(more)")
        }
        return lines
    }
}
