/// How close a range came to its source: means over its frames.
package struct RangeQuality: Hashable, Sendable, Codable {
    /// Mean PSNR of luma in dB.
    package var psnrY: Double
    /// Mean PSNR of Cb in dB.
    package var psnrU: Double
    /// Mean PSNR of Cr in dB.
    package var psnrV: Double
    /// Mean SSIM of luma, up to 1.
    package var ssim: Double
    /// Number of frames the means are over.
    package var frameCount: Int

    /// Creates means.
    package init(psnrY: Double, psnrU: Double, psnrV: Double, ssim: Double, frameCount: Int) {
        self.psnrY = psnrY
        self.psnrU = psnrU
        self.psnrV = psnrV
        self.ssim = ssim
        self.frameCount = frameCount
    }
}
