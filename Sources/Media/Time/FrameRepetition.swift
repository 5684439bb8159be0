/// Which frame of a film is shown at each frame of another, constant rate: frames are repeated or left out, and never
/// blended.
///
/// Frame n of the new rate is the one that the film shows in the middle of it, at (n + 1/2) / rate. That depends on
/// nothing else, so any range of a film finds its frames alone.
package struct FrameRepetition: Hashable, Sendable, Codable {
    /// The new rate.
    package let rate: FrameRate
    /// The film's own times.
    package let own: FrameTimeline
    /// Number of the first frame, counted at the new rate from the start of the film.
    package let first: Int

    /// Creates a repetition for a whole film.
    package init(of own: FrameTimeline, at rate: FrameRate) { self.init(own: own, rate: rate, first: 0) }

    private init(own: FrameTimeline, rate: FrameRate, first: Int) {
        (self.own, self.rate, self.first) = (own, rate, first)
    }

    /// The repetition for a part of the film that begins at this frame, counted at the new rate.
    package func from(_ frame: Int) -> FrameRepetition {
        FrameRepetition(own: own, rate: rate, first: first + max(frame, 0))
    }

    /// The times of the whole film at the new rate: as many frames as its duration has, rounded, and one at least. Nil
    /// if no timescale of 31 bits has both its start and the rate, or if there are too many frames.
    package var timeline: FrameTimeline? {
        let length = Int128(own.endTick - own.firstTick) * Int128(rate.frames)
        let frame = Int128(own.timescale) * Int128(rate.seconds)
        let count = max((length + frame / 2) / frame, 1)
        guard count <= 1 << 30, let counted = FrameTimeline(count: Int(count), rate: rate) else { return nil }
        let start = own.time(of: 0).reduced
        guard start.value != 0 else { return counted }
        let divisor = greatestCommonDivisor(UInt64(start.timescale), UInt64(counted.timescale))
        let common = UInt64(start.timescale) / divisor * UInt64(counted.timescale)
        guard let timescale = Int32(exactly: common), let first = start.exactly(in: timescale) else { return nil }
        let factor = Int64(timescale / counted.timescale)
        return FrameTimeline(
            timescale: timescale,
            firstTick: first.value,
            runs: counted.runs.map { FrameTimeline.Run(count: $0.count, duration: $0.duration * factor) }
        )
    }

    /// The frame of the film that is shown at a frame of the new rate.
    package func ownFrame(of frame: Int) -> Int {
        let middle = (2 * (Int128(first) + Int128(frame)) + 1) * Int128(rate.seconds) * Int128(own.timescale)
        let tick = Int128(own.firstTick) + middle / (2 * Int128(rate.frames))
        guard tick < Int128(own.endTick) else { return own.count - 1 }
        return own.frame(shownAt: Int64(tick)) ?? 0
    }

    /// How many frames of the film are shown more than once or not at all, in a number of frames at the new rate.
    package func changes(in count: Int) -> (repeated: Int, leftOut: Int) {
        guard count > 0 else { return (0, 0) }
        var last = ownFrame(of: 0)
        var (repeated, leftOut) = (0, first == 0 ? last : 0)
        for frame in 1..<count {
            let next = ownFrame(of: frame)
            if next == last { repeated += 1 } else { leftOut += next - last - 1 }
            last = next
        }
        if first == 0, count == timeline?.count { leftOut += own.count - 1 - last }
        return (repeated, leftOut)
    }
}

extension FrameTimeline {
    /// The frame that is shown at a tick; nil before the first one and from the end on.
    package func frame(shownAt tick: Int64) -> Int? {
        guard tick >= firstTick, tick < endTick else { return nil }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if self.tick(of: middle) <= tick { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
