import Foundation
import Jobs
import Media
import RateModel

/// How many bits the final preset takes for one bit that the analysis predicts.
extension FilmRateControl {
    /// The scale by other films: a first guess from measured means, see Docs/Decisions/0002. The finer the quantiser,
    /// the more the final preset saves. A coarse analysis takes more bits. The guess is wrong by up to 9 % for single
    /// films; the encodes of the film correct it.
    func priorScale(in plan: Plan) -> Double {
        let factor = analysisRateFactor(in: plan)
        let numbers = RateModelParameters.standard.scale
        let steps = factor - numbers.originOfSlopes
        let mean =
            switch encoder.speed {
            case "superfast", "veryfast", "faster", "fast", "medium": numbers.meanOfFastPresets
            default: numbers.meanOfSlowPresets
            }
        let fine = max(numbers.slopeOfFineAnalysis * steps, numbers.leastOfFineAnalysis)
        let more =
            switch detail(at: factor) {
            case .likeFinal, .fine: fine
            case .withoutPsychovisualTerm: fine + numbers.withoutPsychovisualTerm
            case .coarse:
                min(numbers.slopeOfCoarseAnalysis * steps, numbers.mostOfCoarseAnalysis) + numbers.coarseAnalysis
            }
        return mean + more
    }

    private func detail(at factor: Double) -> AnalysisDetail {
        encoder.analysisDetail(at: .constantRateFactor(factor), measuringDistortion: optimized != nil)
    }

    /// The scale of each range by other films.
    func priorScales(_ analysis: [RangeResult], in plan: Plan) -> FinalScale {
        FinalScale(prior: priorScale(in: plan), kinds(analysis, in: plan))
    }

    /// The scales by other films, corrected by the encodes so far.
    func learntScales(_ analysis: [RangeResult], _ results: [RangeResult], in plan: Plan) -> FinalScale {
        var experience = Experience(prior: priorScale(in: plan), analysis, kinds(analysis, in: plan))
        for result in results { experience.add(result) }
        return experience.scales ?? priorScales(analysis, in: plan)
    }

    /// What the encodes of some ranges show of the scales.
    struct Experience {
        private let curves: [Int: RateCurve]
        private var learner: FinalScale.Learner
        private var taken = 0.0
        private var planned = 0.0

        /// Knows the scale of other films.
        init(prior: Double, _ analysis: [RangeResult], _ kinds: [Int: FinalScale.Kind]) {
            curves = FilmRateControl.curves(of: analysis)
            learner = FinalScale.Learner(prior: prior, kinds)
        }

        /// Adds the encode of a range, in film order.
        mutating func add(_ result: RangeResult) {
            guard let planned = FilmRateControl.plannedBits(of: result, curves) else { return }
            let taken = Double(result.bits)
            self.taken += taken
            self.planned += planned
            guard let scale = FilmRateControl.scale(taken: taken, planned: planned) else { return }
            learner.add(FinalScale.Observation(range: result.range, scale: scale))
        }

        /// The scales; nil without experience.
        var scales: FinalScale? {
            FilmRateControl.scale(taken: taken, planned: planned).map { FinalScale(learnt: $0, learner) }
        }
    }

    /// The actual bits of some ranges, divided by the bits that their analyses plan at the quantiser of the encode; nil
    /// without any.
    func learntScale(_ analysis: [RangeResult], _ results: [RangeResult]) -> Double? {
        learntScale(Self.curves(of: analysis), results)
    }

    /// The rate curves of the analysis, by range number.
    static func curves(of analysis: [RangeResult]) -> [Int: RateCurve] {
        Dictionary(
            analysis.compactMap { result in result.rateCurve.map { (result.range, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private func learntScale(_ curves: [Int: RateCurve], _ results: [RangeResult]) -> Double? {
        var (taken, planned) = (0.0, 0.0)
        for result in results {
            guard let before = Self.plannedBits(of: result, curves) else { continue }
            taken += Double(result.bits)
            planned += before
        }
        return Self.scale(taken: taken, planned: planned)
    }

    /// The bits that the analysis of a range plans at the quantiser of its encode; nil without a curve.
    private static func plannedBits(of result: RangeResult, _ curves: [Int: RateCurve]) -> Double? {
        guard let curve = result.rateCurve, let before = curves[result.range] else { return nil }
        return before.bits(atQuantizer: curve.quantizer(forBits: Double(result.bits)))
    }

    private static func scale(taken: Double, planned: Double) -> Double? {
        planned > 0 && taken > 0 ? FinalScale.clamped(taken / planned) : nil
    }

    /// The kinds of ranges before they are encoded, by range number: bits per luma sample at the film's quantiser, and
    /// the coded share. A coarse analysis has large blocks, so its coded share only shows whether almost nothing is
    /// coded. There is no kind for ranges without a curve, and for films without a budget, whose quantiser is given.
    ///
    /// - Parameter prior: the scale by other films; nil for that of an analysis.
    func kinds(_ analysis: [RangeResult], prior: Double? = nil, in plan: Plan) -> [Int: FinalScale.Kind] {
        guard let budgetBits else { return [:] }
        let scale = FinalScale(prior ?? priorScale(in: plan))
        let quantizer = filmQuantizer(analysis, scale: scale, bits: budgetBits, in: plan)
        let samples = Double(encoder.size.width * encoder.size.height)
        let isCoarse = prior == nil && detail(at: analysisRateFactor(in: plan)) == .coarse
        var kinds: [Int: FinalScale.Kind] = [:]
        for result in analysis {
            guard let curve = result.rateCurve else { continue }
            kinds[result.range] = FinalScale.Kind(
                bits: curve.bits(atQuantizer: quantizer),
                samples: Double(max(result.frames.count, 1)) * max(samples, 1),
                codedShare: isCoarse
                    ? min(curve.codedShare, RateModelParameters.standard.scale.knee) : curve.codedShare
            )
        }
        return kinds
    }
}
