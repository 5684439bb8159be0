import Foundation
import Jobs
import Media
import RateModel

/// How many bits the final preset takes for one that the analysis foretells.
extension FilmRateControl {
    /// What films had: a first guess from measured means, see Docs/Decisions/0002. The finer the quantiser, the more
    /// the final preset saves; a coarse analysis spends more. Single films lie up to 9 % off; the sample mends that.
    var priorScale: Double {
        let numbers = RateModelParameters.standard.scale
        let steps = analysisRateFactor - RateModelParameters.standard.assumption.rateFactor
        let mean =
            switch encoder.speed {
            case "superfast", "veryfast", "faster", "fast", "medium": numbers.meanOfFastPresets
            default: numbers.meanOfSlowPresets
            }
        let fine = max(numbers.slopeOfFineAnalysis * steps, numbers.leastOfFineAnalysis)
        let more =
            switch detail {
            case .likeFinal, .fine: fine
            case .withoutPsychovisualTerm: fine + numbers.withoutPsychovisualTerm
            case .coarse:
                min(numbers.slopeOfCoarseAnalysis * steps, numbers.mostOfCoarseAnalysis) + numbers.coarseAnalysis
            }
        return mean + more
    }

    private var detail: AnalysisDetail {
        encoder.analysisDetail(
            at: .constantRateFactor(analysisRateFactor),
            measuringDistortion: optimized != nil
        )
    }

    /// The same for each range.
    func priorScales(_ analysis: [RangeResult], in plan: Plan) -> FinalScale {
        FinalScale(prior: priorScale, kinds(analysis, in: plan))
    }

    /// What the sample showed; what films had where it showed nothing.
    func learntScales(_ analysis: [RangeResult], _ results: [RangeResult], in plan: Plan) -> FinalScale {
        let curves = Self.curves(of: analysis)
        guard let common = learntScale(curves, results) else { return priorScales(analysis, in: plan) }
        let observations = results.compactMap { result in
            learntScale(curves, [result]).map {
                FinalScale.Observation(range: result.range, scale: $0)
            }
        }
        return FinalScale(learnt: common, observations, kinds(analysis, in: plan))
    }

    /// True bits of some ranges against what their analysis plans at the quantiser that was really used; nil without
    /// any.
    func learntScale(_ analysis: [RangeResult], _ results: [RangeResult]) -> Double? {
        learntScale(Self.curves(of: analysis), results)
    }

    /// What the analysis planned, by the numbers of ranges.
    private static func curves(of analysis: [RangeResult]) -> [Int: RateCurve] {
        Dictionary(
            analysis.compactMap { result in result.rateCurve.map { (result.range, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func learntScale(_ curves: [Int: RateCurve], _ results: [RangeResult]) -> Double? {
        var (taken, planned) = (0.0, 0.0)
        for result in results {
            guard let curve = result.rateCurve, let before = curves[result.range] else { continue }
            taken += Double(result.bits)
            planned += before.bits(atQuantizer: curve.quantizer(forBits: Double(result.bits)))
        }
        return planned > 0 && taken > 0 ? FinalScale.kept(taken / planned) : nil
    }

    /// What tells ranges apart before they are encoded, by their numbers: bits for a sample at the film's quantiser,
    /// and what is coded; of a coarse analysis, whose blocks are large, only whether it is next to nothing. Nothing of
    /// ranges without a curve, and of films without a budget, whose quantiser is given.
    func kinds(_ analysis: [RangeResult], in plan: Plan) -> [Int: FinalScale.Kind] {
        guard let budgetBits else { return [:] }
        let quantizer = filmQuantizer(analysis, scale: FinalScale(priorScale), bits: budgetBits, in: plan)
        let samples = Double(encoder.size.width * encoder.size.height)
        var kinds: [Int: FinalScale.Kind] = [:]
        for result in analysis {
            guard let curve = result.rateCurve else { continue }
            kinds[result.range] = FinalScale.Kind(
                bits: curve.bits(atQuantizer: quantizer),
                samples: Double(max(result.frames.count, 1)) * max(samples, 1),
                codedShare: detail == .coarse
                    ? min(curve.codedShare, RateModelParameters.standard.scale.knee) : curve.codedShare
            )
        }
        return kinds
    }
}
