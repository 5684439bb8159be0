/// The quality of single frames of a range, in presentation order; percentiles of a film are computed from it.
///
/// Values are rounded to save space, but still distinguish frames: to a hundredth of a decibel or of a VMAF point, or a
/// ten-thousandth of SSIM.
package struct FrameFigures: Hashable, Sendable, Codable {
    /// PSNR of luma in dB.
    package var psnr: [Double]
    /// SSIM of luma.
    package var ssim: [Double]
    /// XPSNR of luma in dB; nil when it was not measured.
    package var xpsnr: [Double]?
    /// VMAF; nil when it was not measured.
    package var vmaf: [Double]?
    /// VMAF without enhancement gain; nil when it was not measured.
    package var vmafNEG: [Double]?

    /// Creates rounded figures.
    package init(
        psnr: [Double],
        ssim: [Double],
        xpsnr: [Double]? = nil,
        vmaf: [Double]? = nil,
        vmafNEG: [Double]? = nil
    ) {
        func rounded(_ values: [Double], _ steps: Double) -> [Double] { values.map { ($0 * steps).rounded() / steps } }
        self.psnr = rounded(psnr, 100)
        self.ssim = rounded(ssim, 10_000)
        self.xpsnr = xpsnr.map { rounded($0, 100) }
        self.vmaf = vmaf.map { rounded($0, 100) }
        self.vmafNEG = vmafNEG.map { rounded($0, 100) }
    }

    /// Joins the frames of several ranges in order. A metric that one of them lacks is nil.
    package init(joining parts: [FrameFigures]) {
        func joined(_ values: (FrameFigures) -> [Double]?) -> [Double]? {
            let lists = parts.compactMap(values)
            return lists.count == parts.count && !parts.isEmpty ? lists.flatMap(\.self) : nil
        }
        self.init(
            psnr: parts.flatMap(\.psnr),
            ssim: parts.flatMap(\.ssim),
            xpsnr: joined(\.xpsnr),
            vmaf: joined(\.vmaf),
            vmafNEG: joined(\.vmafNEG)
        )
    }

    /// Whether every list has this number of frames and only finite values.
    package func isWhole(_ count: Int) -> Bool {
        [psnr, ssim, xpsnr, vmaf, vmafNEG].compactMap(\.self).allSatisfy {
            $0.count == count && $0.allSatisfy(\.isFinite)
        }
    }
}
