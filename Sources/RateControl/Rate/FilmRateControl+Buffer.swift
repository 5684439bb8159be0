import Foundation
package import Jobs
package import Media
import RateModel

/// A film whose rate is bounded by a decoder's buffer over all ranges.
extension FilmRateControl {
    /// The plan of a bounded film.
    ///
    /// - Parameters:
    ///   - course: the quantisers of the ranges without bounds. Ranges keep their offsets from the film's quantiser.
    ///   - scale: bits of the final preset for one bit that the analysis predicts.
    ///   - encoded: the results of ranges that are encoded already.
    func bufferPlan(
        _ buffer: FilmBuffer,
        _ analysis: [RangeResult],
        _ course: FilmCourse,
        scale: Double,
        encoded: [RangeResult],
        in plan: Plan
    ) -> BufferPlan {
        let done = Dictionary(encoded.map { ($0.range, $0) }, uniquingKeysWith: { $1 })
        let entries = inFilmOrder(analysis).map { result in
            let offset = course.offsets[result.range] ?? 0
            return BufferPlan.Entry(
                shares: buffer.shares(of: result),
                bits: { self.boundedBits(result, quantizer: $0 + offset, scale: scale, in: plan) },
                encoded: done[result.range]?.unitBits
            )
        }
        if let budgetBits {
            return BufferPlan(buffer, entries: entries, filmBits: budgetBits)
        }
        // The analysis had the film's own rate factor, so the film's quantiser is the one at which it took its bits.
        let quantizers = analysis.compactMap { result in
            result.rateCurve.map { (bits: Double(result.bits), quantizer: $0.quantizer(forBits: Double(result.bits))) }
        }
        let bits = quantizers.reduce(0) { $0 + $1.bits }
        let quantizer =
            bits > 0
            ? quantizers.reduce(0) { $0 + $1.bits * $1.quantizer } / bits
            : RateModelParameters.standard.buffer.fallbackQuantizer
        return BufferPlan(buffer, entries: entries, quantizer: quantizer)
    }

    /// The planned bits of a range at a quantiser, extrapolated below 0.
    private func boundedBits(
        _ result: RangeResult,
        quantizer: Double,
        scale: Double,
        in plan: Plan
    ) -> Double {
        let octaves = min(quantizer, 0) / RateModelParameters.standard.assumption.stepsPerOctave
        return plannedBits(result, quantizer: max(quantizer, 0), scale: scale, in: plan) * exp2(-octaves)
    }

    /// The target of a range under a plan.
    func boundedTarget(
        _ result: RangeResult,
        _ planned: BufferPlan,
        _ buffer: FilmBuffer,
        _ course: FilmCourse,
        scale: Double,
        in plan: Plan
    ) -> RangeTarget {
        let range = planned.ranges[result.range]
        var target: RangeTarget
        switch goal {
        case .constantRateFactor(let factor):
            let coarser = (min(factor + range.offset, X265Limits.highestRateFactor) * 100).rounded() / 100
            target = RangeTarget(range: result.range, .alone(.constantRateFactor(coarser)))
        default:
            target = fedTarget(result, bits: range.bits, scale: scale, in: plan)
        }
        target.bufferStart = buffer.encoderStart(range.startBits)
        // The prediction does not apply to a range that the buffer makes coarser.
        if range.offset < RateModelParameters.standard.buffer.leastOffset {
            target.forecast = course.forecasts[result.range]
        }
        return target
    }

    /// The fullness of the buffer in a film of these results; nil for a film without bounds, and while a range or the
    /// sizes of its units are missing.
    package func passage(of results: [RangeResult], in plan: Plan) -> BufferPassage? {
        buffer?.passage(of: results, in: plan)
    }

    /// The most bits that the film can take within its bounds, by the statistics of its encodes; nil for a film without
    /// bounds or without a budget, and if the bounds permit clearly more than the budget.
    package func bitsWithinBounds(of results: [RangeResult], in plan: Plan) -> Int? {
        guard let buffer, let budgetBits, results.count == plan.ranges.count else { return nil }
        let entries = inFilmOrder(results).map { result in
            BufferPlan.Entry(
                shares: buffer.shares(of: result),
                bits: { self.boundedBits(result, quantizer: $0, scale: 1, in: plan) },
                encoded: nil
            )
        }
        let finest = RateModelParameters.standard.buffer.finest
        let planned = BufferPlan(buffer, entries: entries, quantizer: finest)
        let bits = planned.ranges.reduce(0) { $0 + $1.bits }
        // An encoder stays somewhat below what the buffer permits.
        let shortfall = RateModelParameters.standard.correction.largestShortfall
        return budgetBits > bits * (1 - shortfall) ? Int(bits.rounded()) : nil
    }

    /// The target of a range that is encoded again to take fewer bits because of the buffer.
    func lowered(_ result: RangeResult, to bits: Double, in film: EncodedFilm) -> RangeTarget {
        guard case .constantRateFactor(let factor) = goal else { return refed(result, bits: bits, in: film) }
        let coarser = FilmBuffer.factor(film.rateFactor(of: result) ?? factor, taking: bits, insteadOf: result.bits)
        return RangeTarget(range: result.range, .alone(.constantRateFactor(coarser)))
    }
}
