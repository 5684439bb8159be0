extension FrameTimeline {
    /// The frames of several films one after the other: the first frame of each film starts exactly where the last
    /// frame of the previous film ends. The clock starts as the first film's does, with ticks that represent the times
    /// of all films.
    ///
    /// Nil if there are no films, if no such timescale fits in 31 bits, or if the result is too long.
    package init?(joining films: [FrameTimeline]) {
        guard let first = films.first else { return nil }
        var common = first.timescale
        for film in films.dropFirst() {
            let divisor = Int64(greatestCommonDivisor(UInt64(common), UInt64(film.timescale)))
            guard let multiple = Int32(exactly: Int64(common) / divisor * Int64(film.timescale)) else { return nil }
            common = multiple
        }
        var runs: [Run] = []
        for film in films {
            let factor = Int64(common / film.timescale)
            for run in film.runs {
                let (duration, overflow) = run.duration.multipliedReportingOverflow(by: factor)
                guard !overflow else { return nil }
                if let last = runs.last, last.duration == duration {
                    let (count, isTooMany) = last.count.addingReportingOverflow(run.count)
                    guard !isTooMany else { return nil }
                    runs[runs.count - 1] = Run(count: count, duration: duration)
                } else {
                    runs.append(Run(count: run.count, duration: duration))
                }
            }
        }
        let (start, overflow) = first.firstTick.multipliedReportingOverflow(by: Int64(common / first.timescale))
        guard !overflow else { return nil }
        self.init(timescale: common, firstTick: start, runs: runs)
    }
}
