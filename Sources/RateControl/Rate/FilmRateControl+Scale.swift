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
            case .coarse:
                min(numbers.slopeOfCoarseAnalysis * steps, numbers.mostOfCoarseAnalysis) + numbers.coarseAnalysis
            }
        return mean + more
    }

    private func detail(at factor: Double) -> AnalysisDetail {
        encoder.analysisDetail(at: .constantRateFactor(factor), measuringDistortion: optimized != nil)
    }

    /// The scale by other films, corrected by the encodes so far.
    func learntScale(_ analysis: [RangeResult], _ results: [RangeResult], in plan: Plan) -> Double {
        var experience = Experience(prior: priorScale(in: plan), analysis)
        for result in results { experience.add(result) }
        return experience.scale.value
    }

    /// What the encodes of some ranges show of the scale.
    struct Experience {
        private let curves: [Int: RateCurve]
        /// The scale so far.
        private(set) var scale: FilmScale

        /// Knows the scale of other films.
        init(prior: Double, _ analysis: [RangeResult]) {
            curves = FilmRateControl.curves(of: analysis)
            scale = FilmScale(prior: prior)
        }

        /// Adds the encode of a range, in film order.
        mutating func add(_ result: RangeResult) {
            guard result.bits > 0, let curve = result.rateCurve, let before = curves[result.range] else { return }
            let quantizer = curve.quantizer(forBits: Double(result.bits))
            scale.add(taken: Double(result.bits), planned: before.bits(atQuantizer: quantizer))
        }
    }

    /// The rate curves of the analysis, by range number.
    static func curves(of analysis: [RangeResult]) -> [Int: RateCurve] {
        Dictionary(
            analysis.compactMap { result in result.rateCurve.map { (result.range, $0) } },
            uniquingKeysWith: { first, _ in first }
        )
    }
}
