/// A metric for the quality of a film.
package enum QualityMetric: String, Hashable, Sendable, Codable, CaseIterable {
    /// PSNR of luma in dB, a mean over frames, as x265 measures it.
    case psnr
    /// SSIM of luma, up to 1, a mean over frames, as x265 measures it.
    case ssim
    /// XPSNR of luma in dB, pooled in the way of its authors.
    case xpsnr
    /// VMAF (model vmaf_v0.6.1), 0 to 100, a mean over frames.
    case vmaf

    /// Its name.
    package var name: String { rawValue.uppercased() }

    /// Its unit to append to a value, with a leading space; empty without a unit.
    package var unit: String {
        switch self {
        case .psnr, .xpsnr: " dB"
        case .ssim, .vmaf: ""
        }
    }

    /// Number of decimals that distinguish encodes.
    package var digits: Int {
        switch self {
        case .psnr, .xpsnr, .vmaf: 2
        case .ssim: 5
        }
    }

    /// Valid targets of a film. Every encode is better than the lower bound; none can be better than the upper bound.
    package var targets: ClosedRange<Double> {
        switch self {
        case .psnr, .xpsnr: 10...80
        case .ssim: 0.3...0.9999
        case .vmaf: 5...99.5
        }
    }

    /// True if the encoder measures it while encoding; other metrics are measured separately.
    package var isOfEncoder: Bool { self == .psnr || self == .ssim }
}
