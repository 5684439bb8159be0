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
                "bits are spent where they raise \(metric.name) most once an analysis has found where that is, and a "
                    + "single pass has none: it gives every range the same rate",
                "write 2 (an analysis, and one encode of every range), or leave video.optimize out: one pass makes "
                    + "the same film of it"
            )
            return nil
        }
        settle(
            "video.optimize",
            metric.rawValue,
            "as asked for: ranges are given what raises the film's mean \(metric.name) most for a bit, and none "
                + "falls by more than a bound below what one quantiser for all would give it"
        )
        return metric
    }
}
