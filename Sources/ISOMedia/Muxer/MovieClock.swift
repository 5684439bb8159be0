import Media

/// The movie's own clock, in which edit lists and header durations are counted.
///
/// It is a common multiple of the video's timescale, then of each sound track's, then of the timescales in which sound
/// tracks say when they start, as long as the multiple fits into 31 bits (readers take it for a signed number); one
/// that does not fit is left out. What is counted in a timescale that divides the clock is exact: the video always.
/// Lengths of others are rounded up and starts to the nearest tick, so that they err by less than a tick of this clock
/// and cut nothing off.
struct MovieClock: Hashable, Sendable {
    /// Ticks per second.
    let timescale: Int32

    init(video: Int32, others: [Int32]) {
        var common = video
        for other in others {
            let divisor = Int64(greatestCommonDivisor(UInt64(common), UInt64(other)))
            if let multiple = Int32(exactly: Int64(common) / divisor * Int64(other)) { common = multiple }
        }
        timescale = common
    }

    /// A length in ticks of this clock, rounded up.
    func length(_ ticks: Int64, timescale other: Int32) -> UInt64 {
        let product = UInt64(max(0, ticks)).multipliedFullWidth(by: UInt64(timescale))
        let (low, carry) = product.low.addingReportingOverflow(UInt64(other) - 1)
        let high = product.high + (carry ? 1 : 0)
        return high < UInt64(other) ? UInt64(other).dividingFullWidth((high, low)).quotient : .max
    }

    /// A point in time in ticks of this clock, the nearest one.
    func instant(_ time: MediaTime) -> Int64 { time.rounded(to: timescale).value }
}
