package import Media

/// Cuts a film into ranges: at scene cuts if there are any nearby, otherwise into equal parts.
///
/// Dynamic programming over the scene cuts and a grid of 64 positions per longest range finds the best division. The
/// criteria, in this order: no range is longer than the maximum (except for rounding to whole frames); none is shorter
/// than the minimum; few cuts are outside scene cuts, because each of those costs bits; lengths are near
/// `preferredSeconds`, because many ranges keep many workers busy to the end, and a cut at a scene cut costs nothing.
/// The same film has the same ranges on every machine.
package struct RangePlanner: Hashable, Sendable {
    /// Times of all frames.
    package let timeline: FrameTimeline
    /// Limits of the lengths.
    package let limits: RangeLimits
    /// Ranges start at multiples of this number of frames, counted from the joint before them: the period of the film's
    /// temporal levels.
    package let period: Int
    /// Frames at which a film follows another one, ascending: a range starts at each of them.
    package let joints: [Int]

    /// Preferred length of a range where scene cuts permit: long enough that the start of a worker and its seek do not
    /// matter.
    private static let preferredSeconds = 2.5

    /// Shortest and longest length in ticks of the timeline. Neither is longer than the film, so that sums do not
    /// overflow.
    private let minimumTicks: Int64
    private let maximumTicks: Int64

    /// Creates a planner for a film.
    ///
    /// - Parameters:
    ///   - period: distance in frames between positions at which a range may start, positive.
    ///   - joints: frames at which a film follows another one, ascending. Frames outside the film are ignored.
    package init(timeline: FrameTimeline, limits: RangeLimits, period: Int = 1, joints: [Int] = []) {
        self.timeline = timeline
        self.joints = joints.filter { $0 > 0 && $0 < timeline.count }
        self.limits = limits
        self.period = max(period, 1)
        let film = timeline.endTick - timeline.firstTick
        maximumTicks = max(min(limits.maximum.rounded(to: timeline.timescale).value, film), 1)
        minimumTicks = max(min(limits.minimum.rounded(to: timeline.timescale).value, maximumTicks), 1)
    }

    /// Creates a planner for a job and the times of its film.
    package init(timeline: FrameTimeline, joints: [Int] = [], job: ResolvedJob) {
        let pyramid = TemporalPyramid(levels: job.encoder.temporalLevels)
        let period = max(pyramid?.period ?? 1, job.ranges.period ?? 1)
        self.init(timeline: timeline, limits: job.ranges, period: period, joints: joints)
    }

    /// Creates a planner for a job and its source.
    package init(source: SourceDescription, job: ResolvedJob) {
        self.init(timeline: source.video.timeline, joints: source.joints, job: job)
    }

    /// The ranges of the film in order. Every frame is in one of them.
    ///
    /// - Parameter sceneCuts: frames that start a scene, in any order. Frames outside the film are ignored.
    package func ranges(sceneCuts: [Int]) -> [PlannedRange] {
        guard joints.isEmpty else { return rangesBetweenJoints(sceneCuts) }
        let cuts = limits.sceneCuts ? Set(onGrid(sceneCuts.filter { $0 > 0 && $0 < timeline.count })) : []
        let starts = bestStarts(among: candidates(cuts), cuts: cuts)
        return Self.planned(timeline, starts: starts)
    }

    /// The ranges of each film alone: none has frames of two.
    private func rangesBetweenJoints(_ sceneCuts: [Int]) -> [PlannedRange] {
        let borders = [0] + joints + [timeline.count]
        let starts = zip(borders, borders.dropFirst()).flatMap { first, end -> [Int] in
            let part = RangePlanner(timeline: timeline.cut(to: first..<end), limits: limits, period: period)
            return part.ranges(sceneCuts: sceneCuts.map { $0 - first }).map { $0.frames.lowerBound + first }
        }
        return Self.planned(timeline, starts: starts)
    }

    /// The ranges of the scout's units. They are ten seconds long, whatever the limits and the number of workers. They
    /// are five seconds for a film of an hour or more, which many workers share. For a film of less than forty seconds
    /// they are a quarter of it, but at least two seconds.
    ///
    /// The findings of the scout do not depend on them, because each scan starts with the picture before its range.
    package static func coarseRanges(of timeline: FrameTimeline) -> [PlannedRange] {
        let second = Int64(timeline.timescale)
        let length = timeline.endTick - timeline.firstTick
        let longest = (length / 3600 >= second ? 5 : 10) * second
        let step = min(max((length + 3) / 4, 2 * second), longest)
        return planned(timeline, starts: grid(timeline, stepTicks: step, partsOfStep: 1))
    }

    private static func planned(_ timeline: FrameTimeline, starts: [Int]) -> [PlannedRange] {
        starts.indices.map { index in
            let end = index + 1 < starts.count ? starts[index + 1] : timeline.count
            let frames = starts[index]..<end
            return PlannedRange(index: index, frames: frames, timeRange: timeline.timeRange(of: frames))
        }
    }

    /// The frames that are shown at multiples of a fraction of `stepTicks` from the start of the film; ascending, from
    /// 0.
    private static func grid(_ timeline: FrameTimeline, stepTicks: Int64, partsOfStep parts: Int64) -> [Int] {
        let length = timeline.endTick - timeline.firstTick
        let step = max(min(stepTicks, length), 1)
        var frames = [0]
        var (whole, part): (Int64, Int64) = (0, 0)
        var frame = 0
        while true {
            part += 1
            if part == parts { (whole, part) = (whole + 1, 0) }
            // No overflow: neither product exceeds the length of the film by more than one step, times the small number
            // of parts per step.
            let tick = whole * step + step / parts * part + step % parts * part / parts
            guard tick < length else { return frames }
            while frame + 1 < timeline.count, timeline.tick(of: frame + 1) - timeline.firstTick <= tick { frame += 1 }
            if frame != frames[frames.count - 1] { frames.append(frame) }
            guard frame + 1 < timeline.count else { return frames }
            // A frame may be shown for thousands of hours. All positions before the next frame would find the same
            // frame again.
            let next = (timeline.tick(of: frame + 1) - timeline.firstTick) / step
            if next > whole + 1 { (whole, part) = (next - 1, parts - 1) }
        }
    }
}

// MARK: - The best division

extension RangePlanner {
    /// The cost of a division, compared member by member.
    private struct Penalty: Comparable {
        var excessTicks: Int64 = 0
        var shortfallTicks: Int64 = 0
        var blindCuts = 0
        var deviation = 0.0

        static func < (left: Penalty, right: Penalty) -> Bool {
            (left.excessTicks, left.shortfallTicks, left.blindCuts, left.deviation)
                < (right.excessTicks, right.shortfallTicks, right.blindCuts, right.deviation)
        }
    }

    private struct Step {
        var penalty: Penalty
        var previous: Int
    }

    /// Frames at which a range may start, and the end of the film; ascending.
    private func candidates(_ cuts: Set<Int>) -> [Int] {
        let grid = Self.grid(timeline, stepTicks: maximumTicks, partsOfStep: 64)
        return Set(onGrid(grid)).union(cuts).union([0]).sorted() + [timeline.count]
    }

    /// The nearest frames at which a range may start, without those outside the film.
    private func onGrid(_ frames: [Int]) -> [Int] {
        guard period > 1 else { return frames }
        return frames.map { ($0 + period / 2) / period * period }.filter { $0 > 0 && $0 < timeline.count }
    }

    private func bestStarts(among candidates: [Int], cuts: Set<Int>) -> [Int] {
        let ticks = candidates.map { timeline.tick(of: $0) }
        var steps = [Step(penalty: Penalty(), previous: 0)]
        for end in 1..<candidates.count {
            let isBlind = end < candidates.count - 1 && !cuts.contains(candidates[end])
            let lastFrameTick = timeline.tick(of: candidates[end] - 1)
            var best: Step?
            for start in stride(from: end - 1, through: 0, by: -1) {
                let excess = excessTicks(from: ticks[start], to: ticks[end], lastFrame: lastFrameTick)
                // An earlier start is worse, but the nearest start is always possible.
                if excess > 0, best != nil { break }
                var penalty = steps[start].penalty
                penalty.excessTicks += excess
                penalty.shortfallTicks += max(minimumTicks - (ticks[end] - ticks[start]), 0)
                penalty.blindCuts += isBlind ? 1 : 0
                penalty.deviation += deviation(ticks[end] - ticks[start])
                if let found = best, found.penalty <= penalty { continue }
                best = Step(penalty: penalty, previous: start)
            }
            if let best { steps.append(best) }
        }
        var starts: [Int] = []
        var place = candidates.count - 1
        while place > 0 {
            place = steps[place].previous
            starts.append(candidates[place])
        }
        return starts.reversed()
    }

    /// Ticks beyond the longest length; 0 if the range without its last frame is shorter than that length.
    private func excessTicks(from start: Int64, to end: Int64, lastFrame: Int64) -> Int64 {
        lastFrame - start < maximumTicks ? 0 : end - start - maximumTicks
    }

    private func deviation(_ length: Int64) -> Double {
        let preferred = Self.preferredSeconds * Double(timeline.timescale)
        let relative = Double(length) / min(max(preferred, Double(minimumTicks)), Double(maximumTicks)) - 1
        return relative * relative
    }
}
