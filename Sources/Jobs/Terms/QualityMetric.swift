/// What a film's quality is measured by.
package enum QualityMetric: String, Hashable, Sendable, Codable, CaseIterable {
    /// PSNR of luma in dB, a mean over frames, as x265 measures it.
    case psnr
    /// SSIM of luma, up to 1, a mean over frames, as x265 measures it.
    case ssim
    /// XPSNR of luma in dB, pooled as its authors do.
    case xpsnr
    /// VMAF (model vmaf_v0.6.1), 0 to 100, a mean over frames.
    case vmaf

    /// What it is called.
    package var name: String { rawValue.uppercased() }

    /// Its unit behind a figure, with a space before it; empty where it has none.
    package var unit: String {
        switch self {
        case .psnr, .xpsnr: " dB"
        case .ssim, .vmaf: ""
        }
    }

    /// Digits behind the point that tell encodes apart.
    package var digits: Int {
        switch self {
        case .psnr, .xpsnr, .vmaf: 2
        case .ssim: 5
        }
    }

    /// What a film can aim at: below, every encode is better; above, none can be.
    package var targets: ClosedRange<Double> {
        switch self {
        case .psnr, .xpsnr: 10...80
        case .ssim: 0.3...0.9999
        case .vmaf: 5...99.5
        }
    }

    /// True for what the encoder measures itself as it encodes; the others are measured beside it.
    package var isOfEncoder: Bool { self == .psnr || self == .ssim }
}
