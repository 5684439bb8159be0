extension FrameTimeline {
    /// The times of some frames on a clock of their own, which is 0 at the start of the first one. Precondition: the
    /// film has them, and there is at least one.
    package func cut(to frames: Range<Int>) -> FrameTimeline {
        precondition(!frames.isEmpty && frames.lowerBound >= 0 && frames.upperBound <= count, "a film has frames")
        var kept: [Run] = []
        var first = 0
        for run in runs {
            let part = (first..<first + run.count).clamped(to: frames)
            if !part.isEmpty { kept.append(Run(count: part.count, duration: run.duration)) }
            first += run.count
        }
        guard let timeline = FrameTimeline(timescale: timescale, firstTick: 0, runs: kept) else {
            preconditionFailure("runs of a timeline make a timeline")
        }
        return timeline
    }

    /// The times of the fields of all frames: two for each, half as long. Nil if they have no timescale of 31 bits.
    package var fields: FrameTimeline? {
        let isEven = runs.allSatisfy { $0.duration % 2 == 0 }
        let (scale, overflow) = timescale.multipliedReportingOverflow(by: isEven ? 1 : 2)
        let (first, isBeyond) = firstTick.multipliedReportingOverflow(by: isEven ? 1 : 2)
        guard !overflow, !isBeyond else { return nil }
        let halves = runs.map { Run(count: 2 * $0.count, duration: isEven ? $0.duration / 2 : $0.duration) }
        return FrameTimeline(timescale: scale, firstTick: first, runs: halves)
    }

    /// Frames at a constant rate, from 0 on. The timescale is at least 10000 ticks per second, as far as 31 bits allow.
    ///
    /// Nil if there are no frames, or if the film would be too long.
    package init?(count: Int, rate: FrameRate) {
        var (timescale, duration) = (rate.frames, Int64(rate.seconds))
        while timescale < 10_000 {
            timescale *= 2
            duration *= 2
        }
        guard count > 0, count <= 1 << 30 else { return nil }
        self.init(timescale: timescale, firstTick: 0, runs: [Run(count: count, duration: duration)])
    }
}
