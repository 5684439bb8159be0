import Jobs
import Media
import RateControl
import Storage

/// The parts of a film, which sessions encode on their own, as one film: the groups of all parts are its ranges.
///
/// The farm's rate control decides about it as about any film, in the same steps, and then encodes groups again
/// that correct the total. All decisions are functions of the parts alone.
package struct FilmOfParts {
    let parts: [FilmPart]
    let settings: SessionSettings
    let allocator: any FilmAllocating
    let film: EncodedFilm
    /// The first range of each part, and the number of ranges.
    private let starts: [Int]

    /// More frames than a film has: a month at 24 frames a second. Sums of bits over them fit into 63 bits.
    private static let mostFrames = 1 << 26

    /// Joins parts.
    ///
    /// - Parameters:
    ///   - parts: in film order. Each part follows the one before it, whatever its own times are.
    ///   - build: the build of Granary, which must have made all parts.
    package init(_ parts: [FilmPart], settings: SessionSettings, build: String) throws {
        func refusal(_ cause: String) -> SessionError {
            SessionError(.wrongPart, attempted: "allocate the bits of a film", subject: "its parts", cause: cause)
        }
        guard let first = parts.first else { throw refusal("there are none") }
        let expected = try settings.identity(of: first.identity.timeRange, build: build)
        var ranges: [PlannedRange] = []
        var (analysis, history, allocations) = ([RangeResult](), [[RangeResult]](), [Allocation]())
        var runs: [FrameTimeline.Run] = []
        var (starts, frames) = ([0], 0)
        for (place, part) in parts.enumerated() {
            let (identity, notes) = (part.identity, part.notes)
            guard identity.jobHash == expected.jobHash else { throw refusal("part \(place) has other properties") }
            guard identity.granaryBuild == expected.granaryBuild, identity.encoderBuild == expected.encoderBuild else {
                throw refusal("part \(place) was encoded by another build")
            }
            guard notes.timeline.timescale == first.notes.timeline.timescale else {
                throw refusal("the times of part \(place) have another timescale than those of part 0")
            }
            guard frames + notes.timeline.count <= Self.mostFrames else {
                throw refusal("they have more than \(Self.mostFrames) frames")
            }
            let start = ranges.count
            ranges += notes.plan.ranges.map { range in
                PlannedRange(
                    index: start + range.index,
                    frames: range.frames.shifted(by: frames),
                    timeRange: range.timeRange
                )
            }
            analysis += notes.analysis.map { $0.moved(by: start, frames: frames) }
            history += notes.encodes.map { $0.map { $0.moved(by: start, frames: frames) } }
            allocations += notes.allocations.map { $0.moved(by: start) }
            runs += notes.timeline.runs
            frames += notes.timeline.count
            starts.append(ranges.count)
        }
        let joined = FrameTimeline(
            timescale: first.notes.timeline.timescale,
            firstTick: first.notes.timeline.firstTick,
            runs: runs
        )
        guard let timeline = joined else { throw refusal("their times overflow") }
        for index in ranges.indices { ranges[index].timeRange = timeline.timeRange(of: ranges[index].frames) }
        self.parts = parts
        self.settings = settings
        self.starts = starts
        allocator = settings.goal.allocator(limits: settings.passes, encoder: settings.encoder, timeline: timeline)
        film = EncodedFilm(
            plan: Plan(job: "", ranges: ranges, sceneCuts: []),
            analysis: analysis,
            accepted: history.compactMap(\.last),
            history: history,
            allocations: allocations
        )
    }

    /// What each part encodes next, in the order of the parts. The film is finished when no part has a target.
    package func nextPass() -> [PartAllocation] {
        let allocation = allocation
        return parts.enumerated().map { place, part in
            var own = allocation
            own.targets = allocation.targets.filter { starts[place]..<starts[place + 1] ~= $0.range }
            own.requests = []
            return PartAllocation(part, own.moved(by: -starts[place]))
        }
    }

    /// The targets of groups that are not encoded yet.
    private var nextWave: Allocation {
        let done = Set(film.accepted.map(\.range))
        for number in 1...film.history.count + 1 {
            let wave = allocator.wave(
                number,
                of: film.plan,
                analysis: film.analysis,
                allocations: film.allocations,
                results: film.accepted
            )
            guard var wave else { break }
            wave.targets.removeAll { done.contains($0.range) }
            if !wave.targets.isEmpty { return wave }
        }
        return allocator.rest(of: film.plan, analysis: film.analysis, results: film.accepted)
    }

    private var allocation: Allocation {
        if film.accepted.count < film.history.count {
            return nextWave
        }
        let pass = (film.allocations.map(\.pass).max() ?? 1) + 1
        guard pass <= settings.passes.maximum else {
            let reason = "the limit of \(settings.passes.maximum) passes is used up"
            return Allocation(pass: pass, targets: [], explanation: reason)
        }
        let decision = allocator.correction(of: film, pass: pass)
        return decision.allocation ?? Allocation(pass: pass, targets: [], explanation: decision.explanation)
    }
}

extension Range<Int> {
    fileprivate func shifted(by count: Int) -> Range<Int> { lowerBound + count..<upperBound + count }
}

extension RangeResult {
    fileprivate func moved(by ranges: Int, frames count: Int) -> RangeResult {
        var moved = self
        moved.range += ranges
        moved.frames = frames.shifted(by: count)
        return moved
    }
}

extension Allocation {
    fileprivate func moved(by ranges: Int) -> Allocation {
        var moved = self
        for place in targets.indices { moved.targets[place].range += ranges }
        return moved
    }
}
