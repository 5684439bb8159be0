import Glibc

/// PSNR: the ratio of the highest sample value to the error, in dB.
package enum PeakSignalToNoise {
    /// The value for identical planes, and the maximum for all: an infinite ratio cannot be averaged.
    package static let ceiling = 100.0

    /// The ratio for a mean squared error in sample values of a bit depth; at most `ceiling`.
    package static func decibels(meanSquaredError: Double, bitDepth: Int) -> Double {
        decibels(meanSquaredError: meanSquaredError, peak: Double((1 << bitDepth) - 1))
    }

    /// The ratio for a mean squared error and a peak of the same kind; at most `ceiling`.
    static func decibels(meanSquaredError: Double, peak: Double) -> Double {
        guard meanSquaredError > 0 else { return ceiling }
        return min(ceiling, 10 * log10(peak * peak / meanSquaredError))
    }
}
