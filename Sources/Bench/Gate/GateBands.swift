/// How much worse a run may be than the last accepted one before the gate closes: what the same build's figures differ
/// by.
package struct GateBands: Hashable, Sendable {
    /// BD-rate over all clips, as a fraction.
    package var rate = 0.005
    /// BD-rate of one clip, as a fraction.
    package var clipRate = 0.02
    /// Ratio of time to the reference's, as a fraction of what it was.
    package var speed = 0.10
    /// Mean distance from the asked rate, as a fraction of it.
    package var accuracy = 0.002
    /// Percentiles of PSNR and its kin in dB.
    package var decibels = 0.10
    /// Percentiles of SSIM.
    package var similarity = 0.001
    /// Percentiles of VMAF.
    package var vmaf = 0.5

    /// Creates the usual bands.
    package init() {}

    /// The band of a metric's percentiles.
    package func percentile(of metric: BenchMetric) -> Double {
        switch metric {
        case .ssim: similarity
        case .vmaf, .vmafNEG: vmaf
        default: decibels
        }
    }
}
