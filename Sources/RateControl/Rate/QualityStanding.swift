import Jobs
import Media
import RateModel

/// The quality of an encoded range, compared with the quality that one quantiser for the whole film would give it.
struct QualityStanding {
    let result: RangeResult
    let scale: QualityScale
    /// The metric's figure of the range, as measured.
    let value: Double
    /// The figure with one quantiser for all ranges, computed from the measured one.
    let balanced: Double
    /// The bits with one quantiser for all ranges, by the range's own rate curve.
    let balancedBits: Double

    /// The quantiser of the encode, by its own rate curve.
    private let quantizer: Double

    /// Compares a range; nil where nothing was measured, or without a rate curve.
    ///
    /// - Parameter film: the one quantiser at which all ranges together take the film's bits.
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

    /// Levels by which it is below one quantiser for all ranges.
    var loss: Double { scale.level(balanced) - scale.level(value) }

    /// Whether its loss is so large that it is encoded again: one and a half times the loss that may be planned.
    var isBelowBound: Bool {
        loss > RateModelParameters.standard.departure.lossToEncodeAgain
            * (scale.level(balanced) - scale.level(scale.lowest(insteadOf: balanced)))
    }

    /// Whether it can be one quantiser step coarser without falling below its bound.
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
