package import Jobs
package import Media

/// How the quality of a film's frames is spread, for each metric. A mean alone would hide the worst scenes.
package struct QualityDistribution: Hashable, Sendable, Codable {
    /// PSNR of luma in dB.
    package var psnr: QualitySummary
    /// SSIM of luma.
    package var ssim: QualitySummary
    /// XPSNR of luma in dB; its mean is that of the frames' values. Nil when it was not measured.
    package var xpsnr: QualitySummary?
    /// VMAF; nil when it was not measured.
    package var vmaf: QualitySummary?
    /// VMAF without enhancement gain; nil when it was not measured.
    package var vmafNEG: QualitySummary?

    /// Summarises frames; nil without any.
    package init?(_ figures: FrameFigures) {
        guard let psnr = QualitySummary(figures.psnr), let ssim = QualitySummary(figures.ssim) else { return nil }
        self.psnr = psnr
        self.ssim = ssim
        xpsnr = figures.xpsnr.flatMap { QualitySummary($0) }
        vmaf = figures.vmaf.flatMap { QualitySummary($0) }
        vmafNEG = figures.vmafNEG.flatMap { QualitySummary($0) }
    }

    /// Each metric with its name, its decimal digits, and its summary; metrics that were not measured are left out.
    var all: [(name: String, digits: Int, summary: QualitySummary)] {
        let metrics: [(String, Int, QualitySummary?)] = [
            ("PSNR of luma in dB", 2, psnr), ("SSIM of luma", 4, ssim), ("XPSNR of luma in dB", 2, xpsnr),
            ("VMAF", 2, vmaf), ("VMAF NEG", 2, vmafNEG),
        ]
        return metrics.compactMap { name, digits, summary in summary.map { (name: name, digits: digits, summary: $0) } }
    }
}
