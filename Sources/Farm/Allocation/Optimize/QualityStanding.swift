import Media

/// How a range stands that was encoded for a metric: what it has, beside what one quantiser for the whole film would have given it.
struct QualityStanding {
    let result: RangeResult
    let scale: QualityScale
    /// The metric's figure of the range, as measured.
    let value: Double
    /// What it would have with one quantiser for all, reckoned from what was measured.
    let balanced: Double

    /// Reckons how a range stands; nil where nothing was foretold of it or nothing measured.
    ///
    /// - Parameter target: what it was encoded for. The first encode tells the level of the range, and its forecast only how far from
    ///   the one quantiser it was planned; later ones are held to what the first one told.
    init?(_ result: RangeResult, target: RangeTarget?) {
        guard let forecast = target?.forecast, let value = result.quality?.figure(forecast.metric), value.isFinite
        else {
            return nil
        }
        let scale = QualityScale(metric: forecast.metric)
        self.result = result
        self.scale = scale
        self.value = value
        let planned = scale.level(forecast.balanced) - scale.level(forecast.value)
        balanced = result.pass == 2 ? scale.value(atLevel: scale.level(value) + planned) : forecast.balanced
    }

    /// Levels by which it lies below that.
    var loss: Double { scale.level(balanced) - scale.level(value) }

    /// Whether it lies so far below what one quantiser for all would give that it is encoded again: half as far again as may be planned.
    var isBelowBound: Bool {
        let levels = scale.level(balanced) - scale.level(scale.lowest(insteadOf: balanced))
        return loss > 1.5 * levels
    }

    /// Whether it can give bits without falling below its bound: a step of them at least.
    var hasRoom: Bool {
        scale.level(value) + scale.levelsPerFactor >= scale.level(scale.lowest(insteadOf: balanced))
    }

    /// Bits with which it would have what one quantiser for all gives it, by its own rate curve.
    var balancedBits: Double? {
        guard let curve = result.rateCurve, result.bits > 0 else { return nil }
        let quantizer = curve.quantizer(forBits: Double(result.bits))
        let steps = loss / scale.levelsPerFactor
        let wanted = curve.bits(atQuantizer: FilmRateControl.kept(quantizer + steps))
        return Double(result.bits) * wanted / curve.bits(atQuantizer: quantizer)
    }

    /// What it is foretold when it is encoded again: with `balancedBits` what one quantiser would give, with others what they make.
    func forecast(bits: Double) -> QualityForecast {
        var value = balanced
        if let curve = result.rateCurve, result.bits > 0 {
            let from = curve.quantizer(forBits: Double(result.bits))
            let to = curve.quantizer(forBits: bits)
            value = scale.value(atLevel: scale.level(self.value) + scale.levelsPerFactor * (to - from))
        }
        return QualityForecast(metric: scale.metric, value: value, balanced: balanced)
    }
}
