import Jobs
import Media
import RateModel

/// How a range stands that was encoded for a metric: what it has, beside what one quantiser for the whole film would
/// give it.
struct QualityStanding {
    let result: RangeResult
    let scale: QualityScale
    /// The metric's figure of the range, as measured.
    let value: Double
    /// What it would have with one quantiser for all, computed from what was measured.
    let balanced: Double
    /// Bits that it would take then, by its own rate curve.
    let balancedBits: Double

    /// Where it is encoded, on its own rate curve.
    private let quantizer: Double

    /// Computes how a range stands; nil where nothing was measured, or without a rate curve.
    ///
    /// - Parameter film: the one quantiser at which all ranges take the film's bits.
    init?(_ result: RangeResult, metric: QualityMetric, film: Double) {
        guard let value = result.quality?.figure(metric), value.isFinite, result.bits > 0, let curve = result.rateCurve
        else { return nil }
        let scale = QualityScale(metric: metric)
        let quantizer = curve.quantizer(forBits: Double(result.bits))
        self.result = result
        self.scale = scale
        self.value = value
        self.quantizer = quantizer
        balanced = scale.value(atLevel: scale.level(value) + scale.levelsPerFactor * (film - quantizer))
        balancedBits = Double(result.bits) * curve.bits(atQuantizer: film) / curve.bits(atQuantizer: quantizer)
    }

    /// Levels by which it lies below one quantiser for all.
    var loss: Double { scale.level(balanced) - scale.level(value) }

    /// Whether it lies so far below that it is encoded again: half as far again as may be planned.
    var isBelowBound: Bool {
        loss > RateModelParameters.standard.departure.lossToEncodeAgain
            * (scale.level(balanced) - scale.level(scale.lowest(insteadOf: balanced)))
    }

    /// Whether it can give bits without falling below its bound: a step of them at least.
    var hasRoom: Bool {
        scale.level(value) + scale.levelsPerFactor >= scale.level(scale.lowest(insteadOf: balanced))
    }

    /// Its prediction with other bits.
    func forecast(bits: Double) -> QualityForecast {
        let steps = (result.rateCurve?.quantizer(forBits: bits) ?? quantizer) - quantizer
        let value = scale.value(atLevel: scale.level(value) + scale.levelsPerFactor * steps)
        return QualityForecast(metric: scale.metric, value: value, balanced: balanced)
    }
}
