import Foundation
import Jobs
import Media
import RateModel

/// The rate factor of the analysis, from the scout's rough encode of parts of the film.
extension FilmRateControl {
    /// The rate factor at which the film is likely to take its budget, in half steps. Without the scout's bits, it is
    /// that of a film of typical complexity.
    func analysisRateFactor(in plan: Plan) -> Double {
        let assumed = goal.analysisRateFactor(encoder)
        guard let budgetBits, let known = plan.scoutBits, known.inter.pictures > 0, known.intra.pictures > 0 else {
            return assumed
        }
        let steps = RateModelParameters.standard.steps
        let bounds = RateModelParameters.standard.assumption.rateFactorsByScout
        let quantizer = EncoderRateModel.solve { likelyBits(known, atQuantizer: $0, in: plan) - budgetBits }
        let factor = quantizer - steps.quantizerOverFactor
        return (min(max(factor, bounds.lowerBound), bounds.upperBound) * 2).rounded() / 2
    }

    /// The bits that the final preset is likely to take for the film: each range begins with an intra picture.
    private func likelyBits(_ known: ScoutBits, atQuantizer quantizer: Double, in plan: Plan) -> Double {
        let steps = RateModelParameters.standard.steps
        let intraCount = Double(plan.ranges.count)
        let rough =
            known.intra.bits(known.rateFactor - quantizer) * intraCount
            + known.inter.bits(known.rateFactor - quantizer) * max(Double(plan.frameCount) - intraCount, 0)
        // The fitted scale is that of pictures of half the width and height.
        let samples = Double(encoder.size.width * encoder.size.height) / 4 / Double(max(known.pictureSamples, 1))
        let below = known.rateFactor + steps.quantizerOverFactor - quantizer
        return rough * samples * steps.scaleOfRough * exp2(steps.fallOfRough * below)
    }
}

extension ScoutBits.Share {
    /// Mean bits of its pictures at a quantiser that is finer by some steps, by libx265's model.
    fileprivate func bits(_ steps: Double) -> Double {
        let octaves = steps / 6
        let bits =
            Double(textureBits) * exp2(1.1 * octaves) + Double(motionBits) * exp2(0.5 * octaves) + Double(miscBits)
        return bits / Double(max(pictures, 1))
    }
}
