import Foundation
import Media
import RateModel

/// A metric on a scale of decibels, on which it falls nearly linearly with the rate factor, and the way to compute its
/// means.
///
/// PSNR and XPSNR already are such a scale. The distances of SSIM and VMAF from their best values are ratios of
/// energies: on a logarithmic scale they fall as linearly as PSNR.
package struct QualityScale: Hashable, Sendable {
    /// The metric.
    package let metric: QualityMetric

    /// Creates a value.
    package init(metric: QualityMetric) {
        self.metric = metric
    }

    private static let numbers = RateModelParameters.standard.quality
    private static let highest = numbers.highestLevel
    private static let perfectVMAF = numbers.perfectVMAF

    /// Converts a value of the metric to a level in dB; higher is better.
    package func level(_ value: Double) -> Double {
        switch metric {
        case .psnr, .xpsnr: min(value, Self.highest)
        case .ssim: min(-10 * log10(max(1 - value, 1e-10)), Self.highest)
        case .vmaf: -10 * log10(max(Self.perfectVMAF - value, 0.5) / Self.perfectVMAF)
        }
    }

    /// Converts a level to a value of the metric; the inverse of `level`.
    package func value(atLevel level: Double) -> Double {
        switch metric {
        case .psnr, .xpsnr: level
        case .ssim: 1 - pow(10, -level / 10)
        case .vmaf: min(max(Self.perfectVMAF * (1 - pow(10, -level / 10)), 0), 100)
        }
    }

    /// The mean of values with their numbers of frames; nil without frames. For XPSNR it is computed over the roots of
    /// errors.
    package func mean(_ parts: [(value: Double, frames: Int)]) -> Double? {
        let frames = Double(parts.reduce(0) { $0 + $1.frames })
        guard frames > 0 else { return nil }
        switch metric {
        case .psnr, .ssim, .vmaf: return parts.reduce(0) { $0 + $1.value * Double($1.frames) } / frames
        case .xpsnr:
            let root = parts.reduce(0) { $0 + pow(10, -$1.value / 20) * Double($1.frames) } / frames
            return -20 * log10(max(root, 1e-5))
        }
    }

    /// Levels from one rate factor to the next, as measured on films before anything is known of the one at hand.
    package var levelsPerFactor: Double { Self.numbers.levelsPerFactor[metric] }

    /// The rate factor that comes near a target on films of common complexity; how near, decides how well the analysis
    /// predicts, not what comes out.
    func likelyFactor(for target: Double) -> Double {
        let numbers = Self.numbers
        let away = (level(target) - level(numbers.likelyFigure[metric])) / levelsPerFactor
        let factor = (numbers.likelyFactor + away).rounded()
        return min(max(factor, numbers.likelyFactors.lowerBound), numbers.likelyFactors.upperBound)
    }

    /// Whether a film's mean meets its target: within 0.1 dB (on its own scale for SSIM), or within 0.3 for VMAF.
    package func isWithinTolerance(_ mean: Double, of target: Double) -> Bool {
        metric == .vmaf
            ? (mean - target).magnitude <= Self.numbers.toleranceVMAF
            : (level(mean) - level(target)).magnitude <= Self.tolerance + 1e-9
    }

    /// The lowest mean of a film that meets its target.
    package func lowest(meeting target: Double) -> Double {
        metric == .vmaf ? target - Self.numbers.toleranceVMAF : value(atLevel: level(target) - Self.tolerance)
    }

    /// In levels.
    package static let tolerance = numbers.tolerance

    /// The distance from a target as text, as in `0.21 dB below` or `0.0012 above`.
    package func words(_ value: Double, from target: Double) -> String {
        let difference = value - target
        return
            "\(Figure.decimal(difference.magnitude, metric.digits))\(metric.unit) \(difference < 0 ? "below" : "above")"
    }

    /// A value as text, as in `SSIM 0.98123` and `PSNR 41.20 dB`.
    package func words(_ value: Double) -> String {
        "\(metric.name) \(Figure.decimal(value, metric.digits))\(metric.unit)"
    }
}
