extension TrackSamples {
    /// The rates of all samples: the maximum is over every window of one second of decode time, exactly; a track shorter than
    /// a second has its average as maximum. Values that do not fit into 32 bits saturate.
    var bitRate: BitRateBox {
        let ticks = durations.duration
        let bits = byteCount * 8
        let average = ticks == 0 ? 0 : TrackSamples.rounded(bits, times: UInt64(timescale), over: ticks)
        return BitRateBox(
            bufferByteCount: largest,
            maximum: UInt32(clamping: max(peakBits, average)),
            average: UInt32(clamping: average)
        )
    }

    /// Most bits that are decoded within a second. The fullest window can be moved so that a sample opens it, so
    /// only those windows are tried.
    private var peakBits: UInt64 {
        var (opening, closing) = (DecodeClock(durations), DecodeClock(durations))
        var (window, peak): (UInt64, UInt64) = (0, 0)
        for first in sizes.indices {
            while closing.sample < sizes.count, closing.tick < opening.tick + UInt64(timescale) {
                window += UInt64(sizes[closing.sample])
                closing.advance()
            }
            peak = max(peak, window)
            window -= UInt64(sizes[first])
            opening.advance()
        }
        return peak * 8
    }

    private static func rounded(_ value: UInt64, times factor: UInt64, over divisor: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        let (low, carry) = product.low.addingReportingOverflow(divisor / 2)
        let high = product.high + (carry ? 1 : 0)
        return high < divisor ? divisor.dividingFullWidth((high, low)).quotient : .max
    }
}

/// Walks the decode times of a run-length coded table.
private struct DecodeClock {
    private let runs: [TimeToSampleBox.Run]
    private var run = 0
    private var used: UInt32 = 0
    private(set) var sample = 0
    private(set) var tick: UInt64 = 0

    init(_ table: TimeToSampleBox) { runs = table.runs }

    /// Goes to the next sample.
    mutating func advance() {
        tick += UInt64(runs[run].delta)
        sample += 1
        used += 1
        if used == runs[run].count { (run, used) = (run + 1, 0) }
    }
}
