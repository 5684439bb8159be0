extension FrameTimeline {
    /// The times of some frames on a clock of their own, which shows 0 where the first of them starts. Precondition:
    /// the film has them, and they are not empty.
    public func cut(to frames: Range<Int>) -> FrameTimeline {
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

    /// So many frames at one rate, from 0 on. The clock has 10000 ticks a second at least, as far as 31 bits allow.
    ///
    /// Nil without a frame, or when a film of so many would be beyond reason.
    public init?(count: Int, rate: FrameRate) {
        var (timescale, duration) = (rate.frames, Int64(rate.seconds))
        while timescale < 10_000 {
            timescale *= 2
            duration *= 2
        }
        guard count > 0, count <= 1 << 30 else { return nil }
        self.init(timescale: timescale, firstTick: 0, runs: [Run(count: count, duration: duration)])
    }
}
