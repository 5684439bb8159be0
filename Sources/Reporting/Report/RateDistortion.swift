import Foundation
package import Jobs
import Media
import RateControl
import RateModel

/// The quality of a range, or of the film, at each rate: as predicted before the encode, and by its encodes.
///
/// Curves extend over quantisers, six steps to either side of the planned or the actual one. Bits at a quantiser are
/// those of the rate curve. On its scale, the metric falls with the usual slope, or with that of two encodes of the
/// range (`QualityModel`).
package struct RateDistortion: Hashable, Sendable, Codable {
    /// A curve through points, the finest quantiser first.
    package struct Curve: Hashable, Sendable, Codable {
        /// Rates in bit/s.
        package var bitsPerSecond: [Double]
        /// The metric at each of them, in its own unit.
        package var values: [Double]

        /// Its points for the drawing.
        var points: [ChartPoint] { zip(bitsPerSecond, values).map { ChartPoint(x: $0, y: $1) } }
    }

    /// The metric of the quality.
    package var metric: QualityMetric
    /// The curve that the analysis predicted; nil where it did not measure quality.
    package var predicted: Curve?
    /// The curve by the encodes of the range, through the encode in the film; nil before there is one.
    package var fitted: Curve?

    // Older reports have this key.
    private enum CodingKeys: String, CodingKey {
        case metric
        case predicted = "foretold"
        case fitted
    }

    /// Quantiser steps from the middle of a curve.
    private static let steps = Array(stride(from: -6.0, through: 6, by: 1))

    /// The curves of a range; nil when there is none to draw.
    ///
    /// - Parameters:
    ///   - range: the range of the plan.
    ///   - analysis: its analysis, and the target of that.
    ///   - first: the target of its first encode.
    ///   - encodes: encodes by the final preset, oldest first.
    ///   - used: the one of them that is in the film.
    init?(
        _ metric: QualityMetric,
        of range: PlannedRange,
        analysis: (result: RangeResult, target: RangeTarget?)?,
        first: RangeTarget?,
        encodes: [RangeResult],
        used: RangeResult?
    ) {
        self.metric = metric
        let seconds = range.timeRange.duration.seconds
        guard seconds > 0 else { return nil }
        predicted = analysis.flatMap { analysis in
            first.flatMap { Self.predicted(metric, analysis.result, analysis.target, $0, seconds) }
        }
        fitted = used.flatMap { Self.fitted(metric, encodes, $0, seconds) }
        if predicted == nil, fitted == nil { return nil }
    }

    /// The curves of a film from those of its ranges: at each point, all ranges are the same number of quantiser steps
    /// from their own quantiser. Nil when there is no curve to draw.
    init?(_ metric: QualityMetric, ofFilm ranges: [RangeReport]) {
        self.metric = metric
        let scale = QualityScale(metric: metric)
        func film(_ curve: (RateDistortion) -> Curve?) -> Curve? {
            let parts = ranges.compactMap { range in
                range.curves.flatMap(curve).map {
                    (curve: $0, seconds: range.timeRange.duration.seconds, frames: range.frames.count)
                }
            }
            let seconds = parts.reduce(0) { $0 + $1.seconds }
            guard parts.count == ranges.count, seconds > 0 else { return nil }
            return Self.curve(
                Self.steps.indices.map { step in
                    let bits = parts.reduce(0) { $0 + $1.curve.bitsPerSecond[step] * $1.seconds }
                    let value = scale.mean(parts.map { (value: $0.curve.values[step], frames: $0.frames) })
                    return (bits / seconds, value ?? 0)
                }
            )
        }
        predicted = film(\.predicted)
        fitted = film(\.fitted)
        if predicted == nil, fitted == nil { return nil }
    }

    // MARK: - Pieces

    /// The curve from the analysis' rate curve and the prediction for the range's first encode. In a film with a target
    /// quality, bits are not planned: they are those of the analysis' statistics, unscaled.
    private static func predicted(
        _ metric: QualityMetric,
        _ analysis: RangeResult,
        _ analysed: RangeTarget?,
        _ target: RangeTarget,
        _ seconds: Double
    ) -> Curve? {
        guard let curve = analysis.rateCurve else { return nil }
        let (quantizer, value): (Double, Double)
        if let forecast = target.forecast, forecast.metric == metric, let fed = target.fed {
            quantizer = curve.quantizer(forBits: Double(fed.bits) / fed.statisticsScale)
            value = forecast.value
        } else if let aim = target.quality, aim.metric == metric,
            let factor = target.rateFactor, let first = analysed?.rateFactor
        {
            quantizer = curve.quantizer(forBits: Double(analysis.bits)) + factor - first
            value = aim.wanted
        } else {
            return nil
        }
        let scale = QualityScale(metric: metric)
        let level = scale.level(value)
        return Self.curve(
            steps.map { step in
                let other = X265Limits.clamped(quantizer: quantizer + step)
                let bits = curve.bits(atQuantizer: other) * (target.fed?.statisticsScale ?? 1)
                return (bits / seconds, scale.value(atLevel: level + (other - quantizer) * scale.levelsPerFactor))
            }
        )
    }

    /// The curve from the rate curve of the encode in the film, moved so that it goes through that encode, and the
    /// quality of all its encodes.
    private static func fitted(
        _ metric: QualityMetric,
        _ encodes: [RangeResult],
        _ used: RangeResult,
        _ seconds: Double
    ) -> Curve? {
        let scale = QualityScale(metric: metric)
        func encode(_ result: RangeResult) -> QualityModel.Encode? {
            guard let curve = result.rateCurve, let figure = result.quality?.figure(metric), figure.isFinite else {
                return nil
            }
            return QualityModel.Encode(
                factor: curve.quantizer(forBits: Double(result.bits)),
                level: scale.level(figure)
            )
        }
        guard let curve = used.rateCurve, let last = encode(used) else { return nil }
        let others = encodes.filter { $0.pass != used.pass }.compactMap(encode)
        let range = QualityModel.Range(
            index: used.range,
            frames: used.frames.count,
            analysed: nil,
            encodes: others + [last]
        )
        let model = QualityModel(scale: scale, analysisFactor: 0, speed: "", ranges: [range], reach: .near)
        let share = Double(used.bits) / curve.bits(atQuantizer: last.factor)
        return Self.curve(
            steps.map { step in
                let quantizer = X265Limits.clamped(quantizer: last.factor + step)
                let level = model.level(of: range, at: quantizer)
                return (curve.bits(atQuantizer: quantizer) * share / seconds, scale.value(atLevel: level))
            }
        )
    }

    /// A curve of rates in whole bits per second and figures with few digits, so that reports stay small.
    private static func curve(_ points: [(bitsPerSecond: Double, value: Double)]) -> Curve {
        Curve(
            bitsPerSecond: points.map { $0.bitsPerSecond.rounded() },
            values: points.map { ($0.value * 1e5).rounded() / 1e5 }
        )
    }
}
