package import Media

/// XPSNR of a film, collected picture by picture.
///
/// It is pooled as its authors do it: from the mean of the square roots of the pictures' weighted errors. The result is
/// between the PSNR of the mean error, which the worst pictures dominate, and the mean of the PSNR, which the best ones
/// dominate.
package struct FilmPerceptualQuality: Sendable {
    private var roots: [Double] = [0, 0, 0]
    private var luma: [Double] = []
    private var sampleCounts: [Int] = [1, 1, 1]
    private var bitDepth = 8

    /// Creates the figures without pictures.
    package init() {}

    /// Number of pictures so far.
    package var count: Int { luma.count }

    /// Adds a picture. Pictures of one film have one size and bit depth.
    package mutating func add(_ comparison: PerceptualComparison) {
        for plane in 0..<3 { roots[plane] += Double(comparison.weightedErrors[plane]).squareRoot() }
        luma.append(comparison.xpsnr(ofPlane: 0))
        sampleCounts = comparison.sampleCounts
        bitDepth = comparison.bitDepth
    }

    /// XPSNR of the film in dB, for plane 0 (luma), 1 (Cb) or 2 (Cr); nil without pictures.
    package func xpsnr(ofPlane plane: Int) -> Double? {
        guard count > 0 else { return nil }
        let mean = roots[plane] / Double(count)
        return PeakSignalToNoise.decibels(
            meanSquaredError: mean * mean / Double(sampleCounts[plane]),
            bitDepth: bitDepth
        )
    }

    /// The lowest of the planes' figures in dB, which FFmpeg's filter prints for the film; nil without pictures.
    package var minimum: Double? { (0..<3).compactMap(xpsnr(ofPlane:)).min() }

    /// The planes' figures in dB with luma counted six times, as common test conditions weight 4:2:0 PSNR; nil without
    /// pictures.
    package var weighted: Double? {
        let planes = (0..<3).compactMap(xpsnr(ofPlane:))
        return planes.count == 3 ? (6 * planes[0] + planes[1] + planes[2]) / 8 : nil
    }

    /// Summary of the pictures' luma XPSNR in dB, with the 5th percentile; nil without pictures.
    package var summary: QualitySummary? { QualitySummary(luma) }
}
