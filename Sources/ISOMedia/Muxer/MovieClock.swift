import Media

/// The movie timescale, in which edit lists and header durations are stored.
///
/// It is a common multiple of the video's timescale, then of that of each audio track, then of the timescales of the
/// start times of audio tracks, as long as the multiple fits in 31 bits (readers use a signed number). A timescale that
/// does not fit is left out. Times in a timescale that divides the movie timescale are exact: this always includes the
/// video. Other durations are rounded up and other starts to the nearest tick, so that the error is less than one tick
/// and nothing is cut off.
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

    /// A duration in ticks of this timescale, rounded up.
    func length(_ ticks: Int64, timescale other: Int32) -> UInt64 {
        let product = UInt64(max(0, ticks)).multipliedFullWidth(by: UInt64(timescale))
        let (low, carry) = product.low.addingReportingOverflow(UInt64(other) - 1)
        let high = product.high + (carry ? 1 : 0)
        return high < UInt64(other) ? UInt64(other).dividingFullWidth((high, low)).quotient : .max
    }

    /// A time in ticks of this timescale, rounded to the nearest.
    func instant(_ time: MediaTime) -> Int64 { time.rounded(to: timescale).value }
}
