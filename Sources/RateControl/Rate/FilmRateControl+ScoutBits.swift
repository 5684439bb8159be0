import Jobs
import Media
import RateModel

/// What the scout's rough encode of parts of the film says about its bits.
extension FilmRateControl {
    private static let numbers = RateModelParameters.standard.steps

    /// The rate factor at which the film is likely to take its budget, in half steps. Without the scout's bits, it is
    /// that of a film of typical complexity.
    func analysisRateFactor(in plan: Plan) -> Double {
        guard let budgetBits, let known = LikelyBits(plan, encoder) else { return goal.analysisRateFactor(encoder) }
        let intraCount = Double(plan.ranges.count)
        let interCount = max(Double(plan.frameCount) - intraCount, 0)
        let quantizer = EncoderRateModel.solve {
            known.bits(known.film, intraCount: intraCount, interCount: interCount, atQuantizer: $0) - budgetBits
        }
        let factor = quantizer - Self.numbers.quantizerOverFactor
        let bounds = RateModelParameters.standard.assumption.rateFactorsByScout
        return (min(max(factor, bounds.lowerBound), bounds.upperBound) * 2).rounded() / 2
    }

    /// The rate curves that ranges are likely to have, in place of an analysis; none without the scout's bits.
    func scouted(_ plan: Plan) -> [RangeResult] {
        guard let known = LikelyBits(plan, encoder) else { return [] }
        let frameSeconds = encoder.frameRate.frameDuration.seconds
        var next = 0
        return plan.ranges.map { range in
            let shares = known.shares(of: range.frames, from: &next)
            let interCount = Double(range.frames.count - 1)
            var least = Double.infinity
            let bits = (0..<RateCurve.pointCount).map { point in
                let quantizer = Double(point) * RateCurve.step
                let likely = known.bits(shares, intraCount: 1, interCount: interCount, atQuantizer: quantizer)
                least = max(min(likely.rounded(), least), 1)
                return least
            }
            let curve = RateCurve(bits: bits, encoderSeconds: Double(range.frames.count) * frameSeconds)
            return RangeResult(expecting: curve, ofRange: range.index, frames: range.frames, job: plan.job)
        }
    }
}
