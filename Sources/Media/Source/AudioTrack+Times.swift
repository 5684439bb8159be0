extension AudioTrack {
    /// When a media tick is played on the film's clock, by the first stretch that ends after it: before the start of
    /// the stretch if the tick is skipped. Exact, or rounded to the nearest tick if the stretch begins between two and
    /// no timescale has both.
    package func presentationTime(of tick: Int64) -> MediaTime {
        let stretches = presentation
        let place = stretches.firstIndex { tick &- $0.from < $0.duration } ?? stretches.count - 1
        let start = stretches[place].start
        let passed = MediaTime(value: tick &- stretches[place].from, timescale: timescale)
        let divisor = Int64(greatestCommonDivisor(UInt64(start.timescale), UInt64(timescale)))
        for scale in [Int32(exactly: Int64(start.timescale) / divisor * Int64(timescale)), timescale] {
            guard let scale, let passed = passed.exactly(in: scale) else { continue }
            let (sum, overflow) = start.rounded(to: scale).value.addingReportingOverflow(passed.value)
            if !overflow { return MediaTime(value: sum, timescale: scale) }
        }
        return MediaTime(value: passed.value < 0 ? .min : .max, timescale: timescale)
    }

    /// When the track is heard, from its first presented tick to the end of its last one.
    package var presentedRange: TimeRange {
        let stretches = presentation
        let last = stretches[stretches.count - 1]
        let (start, end) = (stretches[0].start, presentationTime(of: last.from &+ last.duration))
        return TimeRange(start: min(start, end), end: end)
    }

    /// The same track with its times in ticks of another timescale, to the nearest tick.
    package func inTicks(of timescale: Int32) -> AudioTrack {
        guard timescale != self.timescale else { return self }
        func ticks(_ count: Int64) -> Int64 {
            MediaTime(value: count, timescale: self.timescale).rounded(to: timescale).value
        }
        var track = self
        track.timescale = timescale
        track.mediaDuration = ticks(mediaDuration)
        track.presentedFrom = ticks(presentedFrom)
        track.presentedDuration = ticks(presentedDuration)
        track.stretches = stretches?.map {
            AudioStretch(from: ticks($0.from), duration: max(ticks($0.duration), 1), start: $0.start)
        }
        return track
    }
}
