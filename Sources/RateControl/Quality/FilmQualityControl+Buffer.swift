import Foundation
import Jobs
import Media
import RateModel

/// A film that aims at a quality, and whose rate is bounded from moment to moment. The bounds come first: a range that
/// they hold down stays below its floor, and the film says so.
extension FilmQualityControl {
    /// By how much the ranges' factors have to rise, and how full the buffer is at every seam.
    ///
    /// - Parameter factors: those that quality asks for, in film order.
    func bufferPlan(
        _ buffer: FilmBuffer,
        _ factors: [Double],
        _ model: QualityModel,
        _ plan: Plan,
        _ analysis: [RangeResult],
        _ results: [RangeResult]
    ) -> BufferPlan {
        let done = Dictionary(results.map { ($0.range, $0) }, uniquingKeysWith: { $1 })
        let analysis = analysis.sorted { $0.range < $1.range }
        let scale = bitScale(analysis, model, done)
        // Every range has a factor of its own: the plan's common quantiser is a middle one, from which all depart
        // alike.
        let middle = RateModelParameters.standard.buffer.middleQuantizer
        let entries = zip(analysis, factors).map { result, factor in
            BufferPlan.Entry(
                shares: buffer.shares(of: result),
                bits: { Self.bits(of: result, model, atFactor: factor + $0 - middle) * scale },
                encoded: done[result.range]?.unitBits
            )
        }
        return BufferPlan(buffer.limits, timeline: buffer.timeline, entries: entries, quantizer: middle)
    }

    /// Bits that the analysis predicts for a range at a rate factor: quantisers and rate factors rise alike.
    private static func bits(of result: RangeResult, _ model: QualityModel, atFactor factor: Double) -> Double {
        let taken = Double(max(result.bits, 1))
        guard let curve = result.rateCurve else {
            return taken
                * exp2((model.analysisFactor - factor) / RateModelParameters.standard.assumption.stepsPerOctave)
        }
        return curve.bits(atQuantizer: curve.quantizer(forBits: taken) + factor - model.analysisFactor)
    }

    /// Bits of the final preset for one bit that the analysis predicts: what the ranges say that are encoded; 1
    /// without any.
    private func bitScale(_ analysis: [RangeResult], _ model: QualityModel, _ done: [Int: RangeResult]) -> Double {
        var (taken, predicted) = (0.0, 0.0)
        for result in analysis {
            guard let encode = done[result.range], let factor = model.ranges[result.range].encodes.last?.factor else {
                continue
            }
            taken += Double(encode.bits)
            predicted += Self.bits(of: result, model, atFactor: factor)
        }
        return taken > 0 && predicted > 0 ? FinalScale.kept(taken / predicted) : 1
    }
}
