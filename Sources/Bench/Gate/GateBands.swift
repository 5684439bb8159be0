/// By how much a run may be worse than the accepted run before the gate reports it: figures of one build differ by as
/// much.
package struct GateBands: Hashable, Sendable {
    /// BD-rate over all clips, as a fraction.
    package var rate = 0.005
    /// BD-rate of one clip, as a fraction.
    package var clipRate = 0.02
    /// Ratio of time to the reference's, as a fraction of its earlier value.
    package var speed = 0.10
    /// Mean distance from the requested rate, as a fraction of it.
    package var accuracy = 0.002
    /// Percentiles of PSNR and the other metrics in dB.
    package var decibels = 0.10
    /// Percentiles of SSIM.
    package var similarity = 0.001
    /// Percentiles of VMAF.
    package var vmaf = 0.5

    /// Creates the default bands.
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
