import Foundation
package import Jobs
package import Media
import RateModel

/// A film whose rate is bounded from moment to moment: a decoder's buffer runs through all ranges.
extension FilmRateControl {
    /// The plan of a bounded film.
    ///
    /// - Parameters:
    ///   - course: quantisers that ranges had without bounds: what departs from the film's goes on doing so by as much.
    ///   - scale: bits of the final preset for one bit that the analysis predicts.
    ///   - encoded: ranges that are encoded already.
    func bufferPlan(
        _ buffer: FilmBuffer,
        _ analysis: [RangeResult],
        _ course: FilmCourse,
        scale: FinalScale,
        encoded: [RangeResult],
        in plan: Plan
    ) -> BufferPlan {
        let done = Dictionary(encoded.map { ($0.range, $0) }, uniquingKeysWith: { $1 })
        let entries = inFilmOrder(analysis).map { result in
            let offset = course.offsets[result.range] ?? 0
            return BufferPlan.Entry(
                shares: buffer.shares(of: result),
                bits: { self.plannedBits(result, quantizer: $0 + offset, scale: scale, in: plan) },
                encoded: done[result.range]?.unitBits
            )
        }
        if let budgetBits {
            return BufferPlan(buffer.limits, timeline: timeline, entries: entries, filmBits: budgetBits)
        }
        // The analysis ran at the film's own rate factor: the quantiser at which it took its bits is the film's.
        let quantizers = analysis.compactMap { result in
            result.rateCurve.map { (bits: Double(result.bits), quantizer: $0.quantizer(forBits: Double(result.bits))) }
        }
        let bits = quantizers.reduce(0) { $0 + $1.bits }
        let quantizer =
            bits > 0
            ? quantizers.reduce(0) { $0 + $1.bits * $1.quantizer } / bits
            : RateModelParameters.standard.assumption.rateFactor
        return BufferPlan(buffer.limits, timeline: timeline, entries: entries, quantizer: quantizer)
    }

    /// The target of a range under a plan.
    func boundedTarget(
        _ result: RangeResult,
        _ planned: BufferPlan,
        _ buffer: FilmBuffer,
        _ course: FilmCourse,
        scale: FinalScale,
        in plan: Plan
    ) -> RangeTarget {
        let range = planned.ranges[result.range]
        var target: RangeTarget
        switch goal {
        case .constantRateFactor(let factor):
            let coarser = (min(factor + range.offset, 51) * 100).rounded() / 100
            target = RangeTarget(range: result.range, role: .alone, rate: .constantRateFactor(coarser))
        default:
            target = fedTarget(result, bits: range.bits, scale: scale, in: plan)
        }
        target.bufferStart = buffer.encoderStart(range.startBits)
        // The prediction leaves out what the bounds take away again.
        if range.offset < RateModelParameters.standard.buffer.leastOffset {
            target.forecast = course.forecasts[result.range]
        }
        return target
    }

    /// What becomes of the buffer when these results make the film; nil for a film without bounds, and while a range is
    /// missing or does not say how large its units are.
    package func passage(of results: [RangeResult], in plan: Plan) -> BufferPassage? {
        buffer?.passage(of: results, in: plan)
    }

    /// The target of a range that is encoded again to take fewer bits, for the buffer's sake.
    func lowered(_ result: RangeResult, to bits: Double, in film: EncodedFilm) -> RangeTarget {
        guard case .constantRateFactor(let factor) = goal else { return refed(result, bits: bits, in: film) }
        let coarser = FilmBuffer.factor(film.rateFactor(of: result) ?? factor, taking: bits, insteadOf: result.bits)
        return RangeTarget(range: result.range, role: .alone, rate: .constantRateFactor(coarser))
    }
}
