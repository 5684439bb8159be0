extension TrackSamples {
    /// The rates of all samples for `btrt`. Values that do not fit in 32 bits saturate.
    var bitRate: BitRateBox {
        let rates = bitRates { _ in true }
        return BitRateBox(
            bufferByteCount: largest,
            maximum: UInt32(clamping: rates.maximum),
            average: UInt32(clamping: rates.average)
        )
    }

    /// The rates in bit/s of the selected samples. The maximum is over every window of one second of decode time,
    /// exactly. For a track shorter than a second the maximum is its average.
    func bitRates(counting isCounted: (Int) -> Bool) -> (maximum: UInt64, average: UInt64) {
        if let commonByteCount {
            let rate = UInt64(commonByteCount) * UInt64(timescale) * 8
            return (rate, rate)
        }
        var (opening, closing) = (DecodeClock(durations), DecodeClock(durations))
        var (window, peak, total): (UInt64, UInt64, UInt64) = (0, 0, 0)
        // The fullest window can be moved so that it starts with a sample, so only those windows are tried.
        for first in sizes.indices {
            while closing.sample < sizes.count, closing.tick < opening.tick + UInt64(timescale) {
                if isCounted(closing.sample) { window += UInt64(sizes[closing.sample]) }
                closing.advance()
            }
            if isCounted(first) {
                peak = max(peak, window)
                window -= UInt64(sizes[first])
                total += UInt64(sizes[first])
            }
            opening.advance()
        }
        let ticks = durations.duration
        let average = ticks == 0 ? 0 : TrackSamples.rounded(total * 8, times: UInt64(timescale), over: ticks)
        return (max(peak * 8, average), average)
    }

    /// `value * factor / divisor` to the nearest whole number, saturated. Precondition: `divisor` is positive.
    static func rounded(_ value: UInt64, times factor: UInt64, over divisor: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        let (low, carry) = product.low.addingReportingOverflow(divisor / 2)
        let high = product.high + (carry ? 1 : 0)
        return high < divisor ? divisor.dividingFullWidth((high, low)).quotient : .max
    }
}
