import Foundation
import Jobs
import Media
import RateModel

/// A film with a target quality whose rate is bounded by a decoder's buffer. The bounds come first: a range that they
/// limit can stay below its floor, and this is reported.
extension FilmQualityControl {
    /// By how much the ranges' factors must rise, and how full the buffer is at every seam.
    ///
    /// - Parameter factors: the factors that the target quality requires, in film order.
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
        // Every range has its own factor. The plan needs one common quantiser: any value will do, as ranges only depart
        // from it.
        let middle = RateModelParameters.standard.buffer.middleQuantizer
        let entries = zip(analysis, factors).map { result, factor in
            BufferPlan.Entry(
                shares: buffer.shares(of: result),
                bits: { Self.bits(of: result, model, atFactor: factor + $0 - middle) * scale },
                encoded: done[result.range]?.unitBits
            )
        }
        return BufferPlan(buffer, entries: entries, quantizer: middle)
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

    /// Bits of the final preset for one bit that the analysis predicts, from the ranges that are encoded; 1 without
    /// any.
    private func bitScale(_ analysis: [RangeResult], _ model: QualityModel, _ done: [Int: RangeResult]) -> Double {
        var (taken, predicted) = (0.0, 0.0)
        for result in analysis {
            guard let encode = done[result.range], let factor = model.ranges[result.range].encodes.last?.factor else {
                continue
            }
            taken += Double(encode.bits)
            predicted += Self.bits(of: result, model, atFactor: factor)
        }
        return taken > 0 && predicted > 0 ? FilmScale.clamped(taken / predicted) : 1
    }
}
