/// A metric of quality, by its name in suites and records. Names of unknown metrics are kept.
package struct BenchMetric: RawRepresentable, Hashable, Sendable, Codable {
    /// The name, as in `psnr-y`.
    package let rawValue: String

    /// Creates a metric with a name.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// PSNR of luma in dB.
    package static let psnrY = BenchMetric(rawValue: "psnr-y")
    /// PSNR of Cb in dB.
    package static let psnrU = BenchMetric(rawValue: "psnr-u")
    /// PSNR of Cr in dB.
    package static let psnrV = BenchMetric(rawValue: "psnr-v")
    /// PSNR of all planes in dB, 6:1:1.
    package static let psnrYUV = BenchMetric(rawValue: "psnr-yuv")
    /// SSIM of luma, up to 1.
    package static let ssim = BenchMetric(rawValue: "ssim")
    /// XPSNR of luma in dB.
    package static let xpsnr = BenchMetric(rawValue: "xpsnr")
    /// VMAF (vmaf_v0.6.1), 0 to 100.
    package static let vmaf = BenchMetric(rawValue: "vmaf")
    /// VMAF without enhancement gain (vmaf_v0.6.1neg), 0 to 100.
    package static let vmafNEG = BenchMetric(rawValue: "vmaf-neg")
    /// PSNR in dB of PQ-coded luma with each sample weighted by its brightness.
    package static let wpsnr = BenchMetric(rawValue: "wpsnr")
    /// PSNR in dB of light, perceptually uniform (PU21).
    package static let pu21PSNR = BenchMetric(rawValue: "pu21-psnr")

    /// Its title for people.
    package var title: String {
        switch self {
        case .psnrY: "PSNR Y"
        case .psnrU: "PSNR U"
        case .psnrV: "PSNR V"
        case .psnrYUV: "PSNR 6:1:1"
        case .vmafNEG: "VMAF NEG"
        case .wpsnr: "wPSNR"
        case .pu21PSNR: "PU21-PSNR"
        default: rawValue.uppercased()
        }
    }

    /// Its unit; empty if it has none.
    package var unit: String {
        switch self {
        case .ssim, .vmaf, .vmafNEG: ""
        default: "dB"
        }
    }

    /// True for metrics that are meant for standard dynamic range only.
    package var isForStandardRangeOnly: Bool { self == .vmaf || self == .vmafNEG }
}
