import Jobs
import Media
import RateModel

/// A film with `optimize`: ranges depart from one quantiser so that the film's mean of a metric is highest.
///
/// Bits at a quantiser come from rate curves, as for all films. The metric at a quantiser is predicted as for films
/// with a target quality (`QualityModel`): the analysis measures its own encodes, other films show how the level falls
/// with the quantiser, and the sample shows by how much the final preset is above its analysis.
extension FilmRateControl {
    /// The quantisers of the ranges that are not encoded yet, at which the film takes its bits.
    ///
    /// - Parameters:
    ///   - analysis: the results of all ranges, in film order.
    ///   - scale: bits of the final preset for one bit that the analysis predicts.
    ///   - encoded: the results of ranges that are encoded, in film order; their bits are spent.
    func course(_ analysis: [RangeResult], scale: Double, encoded: [RangeResult], in plan: Plan) -> FilmCourse {
        let spent = Double(encoded.reduce(0) { $0 + $1.bits })
        let done = Set(encoded.map(\.range))
        let remaining = analysis.filter { !done.contains($0.range) }
        let budget = budgetBits ?? 0
        let left = max(budget - spent, 1)
        guard let optimized, let model = qualityModel(optimized, analysis, encoded, in: plan) else {
            return compressedCourse(analysis, remaining: remaining, scale: scale, bits: left, in: plan)
        }
        // The one quantiser that would be right for all ranges, and the quality that it would give each.
        var course = FilmCourse(quantizer: filmQuantizer(analysis, scale: scale, bits: budget, in: plan))
        let forecasts = Dictionary(
            uniqueKeysWithValues: remaining.map { ($0.range, forecast(of: $0, model, quantizer: course.quantizer)) }
        )
        let shares = EqualSlope(
            remaining.map { offer($0, scale: scale, around: course.quantizer, model, forecasts[$0.range], in: plan) },
            bits: left
        )
        // The bounds can make ranges take too few or too many bits together. Then all quantisers are shifted alike,
        // because the film's rate comes first.
        let quantizers = remaining.map { shares.quantizers[$0.range] ?? course.quantizer }
        let shifted = EncoderRateModel.solve { quantizer in
            zip(remaining, quantizers).reduce(-left) { sum, entry in
                let own = X265Limits.clamped(quantizer: entry.1 + quantizer - course.quantizer)
                return sum + plannedBits(entry.0, quantizer: own, scale: scale, in: plan)
            }
        }
        for (result, quantizer) in zip(remaining, quantizers) {
            let quantizer = X265Limits.clamped(quantizer: quantizer + shifted - course.quantizer)
            course.offsets[result.range] = quantizer - course.quantizer
            course.forecasts[result.range] = QualityForecast(
                metric: optimized,
                value: forecast(of: result, model, quantizer: quantizer),
                balanced: forecasts[result.range] ?? 0
            )
        }
        return course
    }

    /// The offer of a range: quantisers around the film's, except those at which its quality would fall below the
    /// bound.
    private func offer(
        _ result: RangeResult,
        scale: Double,
        around middle: Double,
        _ model: QualityModel,
        _ balanced: Double?,
        in plan: Plan
    ) -> EqualSlope.Offer {
        let lowest = balanced.map(model.scale.lowest(insteadOf:)) ?? -.infinity
        let steps = stride(from: -QualityScale.reach, through: QualityScale.reach, by: QualityScale.step)
        let frames = Double(result.frames.count)
        return EqualSlope.Offer(
            range: result.range,
            quantizers: steps.map { X265Limits.clamped(quantizer: middle + $0) }.filter { quantizer in
                quantizer <= middle || forecast(of: result, model, quantizer: quantizer) >= lowest
            },
            bits: { plannedBits(result, quantizer: $0, scale: scale, in: plan) },
            worth: { frames * model.scale.worth(forecast(of: result, model, quantizer: $0)) }
        )
    }

    // MARK: - Forecasts

    /// The predicted figure of a range at a quantiser.
    private func forecast(of result: RangeResult, _ model: QualityModel, quantizer: Double) -> Double {
        let factor = Self.factor(quantizer, of: result, analysed: model.analysisFactor)
        return model.scale.value(atLevel: model.level(of: model.ranges[result.range], at: factor))
    }

    /// What is known about the quality of the ranges; nil when one has no rate curve, or its analysis did not measure
    /// the quality.
    private func qualityModel(
        _ metric: QualityMetric,
        _ analysis: [RangeResult],
        _ encoded: [RangeResult],
        in plan: Plan
    ) -> QualityModel? {
        let scale = QualityScale(metric: metric)
        let ranges = analysis.compactMap { result -> QualityModel.Range? in
            guard result.rateCurve != nil, let analysed = result.quality?.figure(metric), analysed.isFinite else {
                return nil
            }
            return QualityModel.Range(
                index: result.range,
                frames: result.frames.count,
                analysed: scale.level(analysed),
                kind: RangeKind(result),
                encodes: encoded.filter { $0.range == result.range }.compactMap { encode in
                    guard let figure = encode.quality?.figure(metric), figure.isFinite,
                        let quantizer = encode.rateCurve?.quantizer(forBits: Double(encode.bits))
                    else { return nil }
                    return QualityModel.Encode(
                        factor: Self.factor(quantizer, of: result, analysed: analysisRateFactor(in: plan)),
                        level: scale.level(figure)
                    )
                }
            )
        }
        guard ranges.count == plan.ranges.count else { return nil }
        return QualityModel(
            scale: scale,
            analysisFactor: analysisRateFactor(in: plan),
            speed: encoder.speed,
            ranges: ranges,
            reach: .near
        )
    }

    /// The rate factor that corresponds to a quantiser of a range. Both rise alike, and the analysis shows one pair:
    /// its rate factor, and the quantiser at which the range's curve has the bits that it took.
    private static func factor(_ quantizer: Double, of result: RangeResult, analysed factor: Double) -> Double {
        guard let curve = result.rateCurve else { return factor }
        return factor + quantizer - curve.quantizer(forBits: Double(result.bits))
    }
}
