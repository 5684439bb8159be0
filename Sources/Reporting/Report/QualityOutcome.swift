package import Jobs
import RateControl

/// How a film that aims at a quality came out.
package struct QualityOutcome: Hashable, Sendable, Codable {
    /// What it aimed at.
    package var goal: QualityGoal
    /// Mean over the film, in the metric's own unit.
    package var mean: Double
    /// Ranges whose mean lies under the floor, in film order.
    package var rangesUnderFloor: [Int]
    /// True when the mean is as good as the target: within 0.1 dB (for SSIM in dB of what it lacks to 1) or 0.3 VMAF;
    /// or better, where no range can be coarser: a black film is better than it was to be at any rate factor.
    package var isOnTarget: Bool

    /// A range that lies no further above the floor, in levels, could fall below it if it were coarser.
    private static let floorMargin = 0.4

    /// Judges a film by the encodes that it is made of; nil while a range has none, or was not measured.
    ///
    /// - Parameter rateFactors: what each range was encoded with, in the same order; empty where that is not known.
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

    /// Everything that is off, one sentence each; empty when the film is what it was to be.
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
