/// The similarity of a range to its source: means over its frames.
package struct RangeQuality: Hashable, Sendable, Codable {
    /// Mean PSNR of luma in dB.
    package var psnrY: Double
    /// Mean PSNR of Cb in dB.
    package var psnrU: Double
    /// Mean PSNR of Cr in dB.
    package var psnrV: Double
    /// Mean SSIM of luma, up to 1.
    package var ssim: Double
    /// Number of frames of the means.
    package var frameCount: Int
    /// XPSNR of luma in dB, pooled over the frames; nil when it was not measured.
    package var xpsnrY: Double?
    /// Mean VMAF (model vmaf_v0.6.1), 0 to 100; nil when it was not measured.
    package var vmaf: Double?
    /// Mean VMAF by the model without enhancement gain (vmaf_v0.6.1neg); nil when it was not measured.
    package var vmafNEG: Double?

    /// Creates means.
    package init(
        psnrY: Double,
        psnrU: Double,
        psnrV: Double,
        ssim: Double,
        frameCount: Int,
        xpsnrY: Double? = nil,
        vmaf: Double? = nil,
        vmafNEG: Double? = nil
    ) {
        self.psnrY = psnrY
        self.psnrU = psnrU
        self.psnrV = psnrV
        self.ssim = ssim
        self.frameCount = frameCount
        self.xpsnrY = xpsnrY
        self.vmaf = vmaf
        self.vmafNEG = vmafNEG
    }
}

extension RangeQuality {
    /// The mean of a metric over the range; nil when it was not measured.
    package func figure(_ metric: QualityMetric) -> Double? {
        switch metric {
        case .psnr: psnrY
        case .ssim: ssim
        case .xpsnr: xpsnrY
        case .vmaf: vmaf
        }
    }
}
