import Jobs
import Media
import RateControl

/// What became of the goal.
extension SessionNotes {
    /// One sentence about a goal that the film misses by more than its tolerance; nil if it meets the goal, and before
    /// every range is encoded.
    func missedGoal(_ settings: SessionSettings) -> String? {
        guard isEncoded else { return nil }
        func percent(_ fraction: Double) -> String { "\((fraction * 10_000).rounded() / 100) %" }
        switch settings.goal {
        case .constantRateFactor: return nil
        case .average(let bitsPerSecond):
            let due = Double(bitsPerSecond) * timeline.timeRange.duration.seconds
            let miss = due > 0 ? Double(film.bits) / due - 1 : 0
            guard miss.magnitude > settings.passes.tolerance else { return nil }
            return
                "the film misses its rate by \(percent(miss)); the tolerance is \(percent(settings.passes.tolerance))"
        case .quality(let goal):
            let scale = QualityScale(metric: goal.metric)
            let figures = film.accepted.compactMap { result in
                result.quality.flatMap { quality in
                    quality.figure(goal.metric).map { (value: $0, frames: quality.frameCount) }
                }
            }
            guard let mean = scale.mean(figures), !scale.isWithinTolerance(mean, of: goal.target) else { return nil }
            let reached = "\((mean * 10_000).rounded() / 10_000)\(goal.metric.unit)"
            return "the film has \(goal.metric.name) \(reached) instead of \(QualityGoal.words(goal.target))"
        }
    }
}
