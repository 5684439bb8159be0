import Foundation
package import Media
import RateModel

extension RateGoal {
    /// The rate factor of an analysis: near the one at which the film takes its budget or has its quality, because the
    /// model of bits is most accurate there.
    ///
    /// For an average rate it is that of a film of typical complexity: 28 at 0.036 bits per pixel, six steps for each
    /// doubling. A poor guess makes the plan less accurate, which later passes correct.
    package func analysisRateFactor(_ encoder: EncoderSettings) -> Double {
        let numbers = RateModelParameters.standard.assumption
        switch self {
        case .constantRateFactor(let factor): return factor
        case .quality(let goal): return goal.likelyFactor
        case .average(let bitsPerSecond):
            let pixels = Double(encoder.size.width * encoder.size.height) * encoder.frameRate.framesPerSecond
            let bitsPerPixel = max(Double(bitsPerSecond) / max(pixels, 1), 1e-6)
            let factor = numbers.rateFactor - numbers.stepsPerOctave * log2(bitsPerPixel / numbers.bitsPerPixel)
            return (min(max(factor, numbers.rateFactors.lowerBound), numbers.rateFactors.upperBound) * 2).rounded() / 2
        }
    }
}
