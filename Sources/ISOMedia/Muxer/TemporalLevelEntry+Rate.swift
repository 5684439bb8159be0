extension TemporalLevelEntry {
    /// Sets the rates, and returns notes on values that did not fit. Such a bit rate is written as the highest 16-bit
    /// value, such a frame rate as 0, which means unspecified and is not marked as constant.
    mutating func describe(_ rate: TemporalLevelRate) -> [MovieNote] {
        var notes: [MovieNote] = []
        // The highest rate is rounded up, so that it is never too low.
        let maximum = rate.maximumBitRate / 1000 + (rate.maximumBitRate % 1000 > 0 ? 1 : 0)
        let average = TrackSamples.rounded(rate.averageBitRate, times: 1, over: 1000)
        maximumBitRate = UInt16(clamping: maximum)
        averageBitRate = UInt16(clamping: average)
        for (name, value) in [("maximum", maximum), ("average", average)] where value > UInt64(UInt16.max) {
            notes.append(
                MovieNote(
                    .bitRateSaturated,
                    "temporal level \(temporalLevel)",
                    "its \(name) bit rate of \(value) kbit/s is written as 65535 in 'tscl', its highest value"
                )
            )
        }
        averageFrameRate = UInt16(exactly: rate.framesIn256Seconds) ?? 0
        constantFrameRate = rate.isConstant && averageFrameRate > 0 ? 1 : 0
        if averageFrameRate == 0 {
            notes.append(.frameRate(rate.framesIn256Seconds, of: "temporal level \(temporalLevel)", in: "tscl"))
        }
        return notes
    }
}
