/// A metric for decoded pictures; raw values are the names in benchmarks.
package enum FilmMetric: String, Hashable, Sendable, Codable, CaseIterable {
    /// PSNR of luma in dB.
    case psnrY = "psnr-y"
    /// PSNR of Cb in dB.
    case psnrU = "psnr-u"
    /// PSNR of Cr in dB.
    case psnrV = "psnr-v"
    /// PSNR of all planes in dB: luma six times, Cb and Cr once, as common test conditions weigh 4:2:0.
    case psnrYUV = "psnr-yuv"
    /// SSIM of luma, up to 1.
    case ssim
    /// XPSNR of luma in dB.
    case xpsnr
    /// PSNR of PQ luma in dB, with each sample weighted by its brightness.
    case wpsnr
    /// PSNR in dB of luma in perceptually uniform steps of light (PU21), for PQ and HLG.
    case pu21PSNR = "pu21-psnr"
}
