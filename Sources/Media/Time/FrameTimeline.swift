/// When every frame of a film is presented: the exact presentation times in ascending order, and where the last one
/// ends.
///
/// Frames are numbered from 0 in presentation order; throughout Granary the number of a frame is its index here. Times
/// are ticks of `timescale` from the origin of the presentation (edit lists applied: the first presented frame usually
/// starts at 0). Durations are run-length coded, so a constant frame rate needs one run whatever the length.
package struct FrameTimeline: Hashable, Sendable, Codable {
    /// `count` successive frames that last `duration` ticks each.
    package struct Run: Hashable, Sendable, Codable {
        /// Number of frames, at least 1.
        package let count: Int
        /// Ticks from one frame's start to the next one's, at least 1.
        package let duration: Int64

        /// Creates a run.
        package init(count: Int, duration: Int64) {
            self.count = count
            self.duration = duration
        }
    }

    /// Ticks per second, positive.
    package let timescale: Int32
    /// Presentation time of frame 0 in ticks.
    package let firstTick: Int64
    /// Durations of the frames in presentation order.
    package let runs: [Run]
    /// Number of frames.
    package let count: Int

    /// First frame and first tick of each run, then of the end: found by binary search.
    private let marks: [Mark]

    private struct Mark: Hashable, Sendable {
        let frame: Int
        let tick: Int64
    }

    /// Creates a timeline from ascending presentation ticks and the tick at which the last frame ends.
    ///
    /// Returns nil if there is no frame, or if ticks do not strictly ascend up to `endTick`.
    package init?(timescale: Int32, presentationTicks: [Int64], endTick: Int64) {
        guard timescale > 0, let first = presentationTicks.first else { return nil }
        var runs: [Run] = []
        for (index, tick) in presentationTicks.enumerated() {
            let next = index + 1 < presentationTicks.count ? presentationTicks[index + 1] : endTick
            let (duration, overflow) = next.subtractingReportingOverflow(tick)
            guard !overflow, duration > 0 else { return nil }
            if let last = runs.last, last.duration == duration {
                runs[runs.count - 1] = Run(count: last.count + 1, duration: duration)
            } else {
                runs.append(Run(count: 1, duration: duration))
            }
        }
        self.init(timescale: timescale, firstTick: first, runs: runs)
    }

    /// Creates a timeline from run-length coded durations; nil if a run is empty, not positive, or overflows.
    package init?(timescale: Int32, firstTick: Int64, runs: [Run]) {
        guard timescale > 0, !runs.isEmpty else { return nil }
        var marks: [Mark] = []
        var (frame, tick) = (0, firstTick)
        for run in runs {
            guard run.count > 0, run.duration > 0 else { return nil }
            marks.append(Mark(frame: frame, tick: tick))
            let (span, overflow) = run.duration.multipliedReportingOverflow(by: Int64(run.count))
            let (end, beyond) = tick.addingReportingOverflow(span)
            let (frames, tooMany) = frame.addingReportingOverflow(run.count)
            guard !overflow, !beyond, !tooMany else { return nil }
            (frame, tick) = (frames, end)
        }
        // The length of the film is a number of ticks too.
        guard !tick.subtractingReportingOverflow(firstTick).overflow else { return nil }
        marks.append(Mark(frame: frame, tick: tick))
        self.timescale = timescale
        self.firstTick = firstTick
        self.runs = runs
        self.count = frame
        self.marks = marks
    }

    /// Tick at which the last frame ends.
    package var endTick: Int64 { marks[marks.count - 1].tick }

    /// Presentation tick of a frame; `endTick` for `count`. Precondition: `0 <= frame <= count`.
    package func tick(of frame: Int) -> Int64 {
        precondition(frame >= 0 && frame <= count, "frame \(frame) is not one of 0...\(count)")
        if frame == count { return endTick }
        let index = lastMark { $0.frame <= frame }
        return marks[index].tick + Int64(frame - marks[index].frame) * runs[index].duration
    }

    /// Presentation time of a frame; the end of the film for `count`.
    package func time(of frame: Int) -> MediaTime { MediaTime(value: tick(of: frame), timescale: timescale) }

    /// How long a frame is presented. Precondition: `0 <= frame < count`.
    package func duration(of frame: Int) -> MediaTime {
        MediaTime(value: tick(of: frame + 1) - tick(of: frame), timescale: timescale)
    }

    /// The frame whose presentation starts exactly at this tick; nil if none does.
    package func frame(startingAt tick: Int64) -> Int? {
        guard tick >= firstTick, tick < endTick else { return nil }
        let index = lastMark { $0.tick <= tick }
        let offset = tick - marks[index].tick
        guard offset % runs[index].duration == 0 else { return nil }
        return marks[index].frame + Int(offset / runs[index].duration)
    }

    /// The time range of `frames`, from the start of the first to the end of the last.
    package func timeRange(of frames: Range<Int>) -> TimeRange {
        TimeRange(start: time(of: frames.lowerBound), end: time(of: frames.upperBound))
    }

    /// The frames that start inside a time range.
    package func frames(in range: TimeRange) -> Range<Int> {
        let lower = firstFrame(notBefore: range.start)
        return lower..<max(lower, firstFrame(notBefore: range.end))
    }

    /// The time range of the whole film.
    package var timeRange: TimeRange { timeRange(of: 0..<count) }

    /// True if all frames have the same duration.
    package var hasConstantRate: Bool { runs.count == 1 }

    /// The rate that the encoder gets: that of the commonest frame duration if 98 of 100 frames have it, else the
    /// average. So a single long frame at the end of a film does not turn 24 frames per second into 23.9.
    package var nominalRate: FrameRate { commonRate ?? averageRate }

    /// True if 98 of 100 frames have the same duration: a constant frame rate except for a few frames.
    package var hasNearlyConstantRate: Bool { commonRate != nil }

    /// The rate of the commonest frame duration if 98 of 100 frames have it.
    private var commonRate: FrameRate? {
        var counts: [Int64: Int] = [:]
        for run in runs { counts[run.duration, default: 0] += run.count }
        guard let common = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
            common.value * 100 >= count * 98,
            let duration = Int32(exactly: common.key)
        else { return nil }
        return FrameRate(frames: timescale, seconds: duration)
    }

    /// Frames over duration as an exact fraction if it fits, else the nearest that does.
    package var averageRate: FrameRate {
        let ticks = UInt64(endTick - firstTick)
        let divisor = greatestCommonDivisor(UInt64(count), ticks)
        var (numerator, denominator) = (UInt64(count) / divisor, ticks / divisor)
        let (product, overflow) = numerator.multipliedReportingOverflow(by: UInt64(timescale))
        if overflow { return approximateRate }
        numerator = product
        let again = greatestCommonDivisor(numerator, denominator)
        (numerator, denominator) = (numerator / again, denominator / again)
        guard numerator <= UInt64(Int32.max), denominator <= UInt64(Int32.max) else { return approximateRate }
        return FrameRate(frames: Int32(numerator), seconds: Int32(denominator))
    }

    private var approximateRate: FrameRate {
        let rate = Double(count) / (Double(endTick - firstTick) / Double(timescale))
        let seconds: Int32 = rate > 2_000_000 ? 1 : 1000
        return FrameRate(frames: Int32(min(max(rate * Double(seconds), 1), 2_000_000_000)), seconds: seconds)
    }

    private func firstFrame(notBefore time: MediaTime) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.time(of: middle) < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Index of the last run that satisfies a condition which the first one satisfies. Never the end mark.
    private func lastMark(where condition: (Mark) -> Bool) -> Int {
        var (low, high) = (0, runs.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if condition(marks[middle]) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private enum CodingKeys: String, CodingKey { case timescale, firstTick, runs }

    /// Reads what `encode(to:)` wrote; rejects values that this type does not allow.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let timeline = FrameTimeline(
            timescale: try container.decode(Int32.self, forKey: .timescale),
            firstTick: try container.decode(Int64.self, forKey: .firstTick),
            runs: try container.decode([Run].self, forKey: .runs)
        )
        guard let timeline else {
            throw DecodingError.dataCorruptedError(
                forKey: .runs,
                in: container,
                debugDescription: "the runs do not form a timeline"
            )
        }
        self = timeline
    }

    /// Writes what `init(from:)` reads.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(timescale, forKey: .timescale)
        try container.encode(firstTick, forKey: .firstTick)
        try container.encode(runs, forKey: .runs)
    }
}
