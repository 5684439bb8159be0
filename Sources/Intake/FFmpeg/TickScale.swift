import FFmpeg
import Media

/// Converts the ticks of a container to the ticks of a `FrameTimeline`, exactly.
///
/// A time base of `num / den` seconds per tick is a timescale of `den` in which every tick counts `num`.
struct TickScale: Hashable, Sendable {
    /// Ticks per second of the result.
    let timescale: Int32
    /// Ticks of the result per tick of the container.
    let step: Int64

    /// Creates the scale of a time base; nil if it is not a positive fraction.
    init?(_ timeBase: Ratio) {
        self.init(secondsPerTick: timeBase.numerator, over: timeBase.denominator)
    }

    /// Creates the scale of a time base of `numerator / denominator`; nil if it is not a positive fraction.
    init?(secondsPerTick numerator: Int32, over denominator: Int32) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = greatestCommonDivisor(UInt64(numerator), UInt64(denominator))
        timescale = Int32(UInt64(denominator) / divisor)
        step = Int64(UInt64(numerator) / divisor)
    }

    /// A container's tick in `timescale`; nil if it does not fit.
    func ticks(_ containerTicks: Int64) -> Int64? {
        let (product, overflow) = containerTicks.multipliedReportingOverflow(by: step)
        return overflow ? nil : product
    }

    /// The greatest container tick that is not after a tick of `timescale`.
    func containerTick(notAfter tick: Int64) -> Int64 {
        tick >= 0 ? tick / step : -((-tick + step - 1) / step)
    }
}
