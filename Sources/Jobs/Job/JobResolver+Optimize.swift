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

    /// Adds the options of x265 that serve the metric and that the manifest does not set (decision 0087).
    ///
    /// `optimize` distributes bits over the ranges of a film. With these options x265 also distributes those of a
    /// picture over its blocks by the metric.
    mutating func addOptions(for metric: QualityMetric, speed: String, to options: inout [String: String]) {
        // A tune is a choice of the same options.
        guard manifest.video.tune ?? "none" == "none", let strength = metric.adaptiveQuantizationStrength else {
            return
        }
        let reason = "video.optimize is \(metric.rawValue): "
        for name in ["psy-rd", "psy-rdoq"] where options[name] == nil {
            options[name] = "0"
            settle("video.options.\(name)", "0", reason + "a psychovisual term spends bits that \(metric.name) ignores")
        }
        guard options["aq-mode"] == nil, options["aq-strength"] == nil,
            EncoderSettings.usesAdaptiveQuantization(speed: speed)
        else { return }
        options["aq-strength"] = strength
        settle(
            "video.options.aq-strength",
            strength,
            reason + "this adaptive quantisation gives films more \(metric.name) for their bits"
        )
    }
}

extension QualityMetric {
    /// The strength of x265's adaptive quantisation that is best for the metric on the fitting film, without
    /// psychovisual terms (`Benchmarks/rate-lab fit`, Docs/Measurements/equal-slopes.md).
    ///
    /// nil for VMAF, which gains on some films by what it loses on others by: no option serves it.
    fileprivate var adaptiveQuantizationStrength: String? {
        switch self {
        case .psnr: "0.6"
        case .ssim: "1.3"
        case .xpsnr: "1.6"
        case .vmaf: nil
        }
    }
}
