package import Media

/// The figures of a film, collected frame by frame.
package struct FilmQuality: Sendable {
    private var lumaPSNR: [Double] = []
    private var similarity: [Double] = []
    private var meanSquaredErrors: [Double] = [0, 0, 0]
    private var bitDepth = 8

    /// Creates the figures without frames.
    package init() {}

    /// Number of frames so far.
    package var count: Int { similarity.count }

    /// Adds a frame. Frames of one film have one size and bit depth.
    package mutating func add(_ comparison: PictureComparison) {
        lumaPSNR.append(comparison.psnr(ofPlane: 0))
        similarity.append(comparison.ssim)
        bitDepth = comparison.bitDepth
        for plane in 0..<3 { meanSquaredErrors[plane] += comparison.meanSquaredError(ofPlane: plane) }
    }

    /// PSNR of the mean squared error over all frames in dB, for plane 0 (luma), 1 (Cb) or 2 (Cr); nil without frames.
    ///
    /// The figure for BD-rate: a few near-perfect frames cannot raise it, unlike the mean of the frames' PSNR.
    package func globalPSNR(ofPlane plane: Int) -> Double? {
        guard count > 0 else { return nil }
        return PeakSignalToNoise.decibels(
            meanSquaredError: meanSquaredErrors[plane] / Double(count),
            bitDepth: bitDepth
        )
    }

    /// Summary of the frames' luma PSNR in dB; nil without frames.
    package var psnr: QualitySummary? { QualitySummary(lumaPSNR) }

    /// Summary of the frames' luma SSIM; nil without frames.
    package var ssim: QualitySummary? { QualitySummary(similarity) }
}
