import Media

/// What an average rate is spent for.
extension JobResolver {
    /// The metric; nil for `balanced`. A film that aims at something else than an average rate, and one that is not analysed, have
    /// nothing to spend: both are reported.
    mutating func resolveOptimization(of rate: RateGoal, _ passes: PassLimits) -> QualityMetric? {
        guard let metric = manifest.video.optimize else { return nil }
        guard case .average = rate else {
            report("video.optimize", Manifest.Video.nothingToSpend("\(rate)"), Manifest.Video.spendingRemedy)
            return nil
        }
        guard passes.maximum > 1 else {
            report(
                "passes.maximum",
                "a film whose rate is spent for \(metric.name) is analysed first, which a single pass is not",
                "write auto, or optimize: balanced"
            )
            return nil
        }
        settle(
            "video.optimize",
            metric.rawValue,
            "as asked for: ranges are given what raises the film's mean \(metric.name) most for a bit, and none falls by more "
                + "than a bound below what one quantiser for all would give it"
        )
        return metric
    }
}
