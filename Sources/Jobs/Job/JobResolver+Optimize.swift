import Media

/// Resolves which metric the distribution of an average rate serves.
extension JobResolver {
    /// The metric; nil for `balanced`. Reports a film whose goal is not an average rate, and one without an analysis:
    /// neither has bits to distribute.
    mutating func resolveOptimization(of rate: RateGoal, _ passes: PassLimits) -> QualityMetric? {
        guard let metric = manifest.video.optimize else { return nil }
        guard case .average = rate else {
            report("video.optimize", Manifest.Video.nothingToSpend("\(rate)"), Manifest.Video.spendingRemedy)
            return nil
        }
        guard passes.maximum > 1 else {
            report(
                "passes.maximum",
                "only an analysis shows where bits raise \(metric.name) most, and a single pass has none: it gives "
                    + "every range the same rate",
                "write 2 (an analysis, and one encode of every range), or leave video.optimize out: with one pass the "
                    + "film is the same"
            )
            return nil
        }
        settle(
            "video.optimize",
            metric.rawValue,
            "as requested: each bit goes where it raises the film's mean \(metric.name) most, and no range loses more "
                + "than a limit compared with one quantiser for all ranges"
        )
        return metric
    }
}
