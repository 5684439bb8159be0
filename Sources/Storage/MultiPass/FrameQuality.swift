/// How close a reconstructed picture is to its source, as x265 measured it.
package struct FrameQuality: Hashable, Sendable, Codable {
    /// Peak signal-to-noise ratio of luma in dB.
    package var psnrY: Double
    /// Peak signal-to-noise ratio of Cb in dB.
    package var psnrU: Double
    /// Peak signal-to-noise ratio of Cr in dB.
    package var psnrV: Double
    /// Structural similarity of luma, 1 for identical pictures.
    package var ssim: Double

    /// Creates a measurement.
    package init(psnrY: Double, psnrU: Double, psnrV: Double, ssim: Double) {
        self.psnrY = psnrY
        self.psnrU = psnrU
        self.psnrV = psnrV
        self.ssim = ssim
    }

    /// The sum of both, component by component: for computing a mean.
    package func adding(_ other: FrameQuality) -> FrameQuality {
        FrameQuality(
            psnrY: psnrY + other.psnrY,
            psnrU: psnrU + other.psnrU,
            psnrV: psnrV + other.psnrV,
            ssim: ssim + other.ssim
        )
    }

    /// The mean of a sum over `count` frames. Precondition: `count` is positive.
    package func divided(by count: Int) -> FrameQuality {
        precondition(count > 0, "a mean is taken over at least one frame")
        let count = Double(count)
        return FrameQuality(psnrY: psnrY / count, psnrU: psnrU / count, psnrV: psnrV / count, ssim: ssim / count)
    }
}
