import Farm
import Media
import Testing

@Suite("Progress: what is foretold")
struct ProgressTrackerTests {
    /// A job that goes as an arithmetic says: events with the seconds at which they come.
    private struct Play {
        let plan: Plan
        let workers: Int
        /// Seconds of a worker for a frame.
        let seconds: [Stage: Double]
        var clock = 0.0
        var events: [(at: Double, event: JobEvent)] = []

        mutating func say(_ event: JobEvent) { events.append((clock, event)) }

        /// A wave: workers take its units in turn, and say every eighth frame.
        mutating func wave(_ stage: Stage, pass: Int = 0, number: Int = 1, _ ranges: [PlannedRange]) {
            say(.waveBegan(stage: stage, pass: pass, wave: number, ranges: ranges.map(\.index), done: 0))
            var free = Array(repeating: clock, count: stage == .mux ? 1 : workers)
            var said: [(Double, JobEvent)] = []
            for range in ranges {
                let worker = free.indices.min { free[$0] < free[$1] }!
                let unit = WorkUnit(stage: stage, pass: pass, ranges: stage == .mux ? [] : [range.index])
                let each = seconds[stage]!
                let index = stage == .mux ? 0 : range.index
                for frames in stride(from: 8, through: range.frames.count, by: 8) {
                    let at = free[worker] + Double(frames) * each
                    said.append(
                        (at, .progress(stage: stage, pass: pass, range: index, frames: frames, bits: frames * 1000))
                    )
                }
                let took = Double(range.frames.count) * each
                free[worker] += took
                let cost = WorkCost(cpuSeconds: took, wallSeconds: took, maximumResidentBytes: 1)
                if stage != .mux {
                    said.append((free[worker], .rangePublished(stage: stage, pass: pass, range: range.index)))
                }
                said.append((free[worker], .unitEnded(unit, cost: cost)))
            }
            events += said.sorted { $0.0 < $1.0 }.map { (at: $0.0, event: $0.1) }
            clock = free.max() ?? clock
            say(.waveEnded(stage: stage, pass: pass, wave: number))
        }
    }

    private let job: ResolvedJob = {
        var job = JobSample.job(rate: .average(bitsPerSecond: 800_000))
        job.encoder.size = PictureSize(width: 1280, height: 720)
        return job
    }()
    /// Twenty minutes: with few ranges the end of a wave, when workers have nothing left, is too large a part of it.
    private let source: SourceDescription = {
        var film = JobSample.source()
        film.video.size = PictureSize(width: 1280, height: 720)
        film.video.timeline = FrameTimeline(
            timescale: 24,
            firstTick: 0,
            runs: [FrameTimeline.Run(count: 28_800, duration: 1)]
        )!
        return film
    }()
    private var plan: Plan {
        let ranges = (0..<288).map { index in
            let frames = index * 100..<index * 100 + 100
            return PlannedRange(index: index, frames: frames, timeRange: source.video.timeline.timeRange(of: frames))
        }
        return Plan(job: job.id, ranges: ranges, sceneCuts: [])
    }

    private func allocation(_ ranges: [PlannedRange], pass: Int, wave: Int = 1) -> Allocation {
        Allocation(
            pass: pass,
            wave: wave,
            targets: ranges.map {
                RangeTarget(
                    range: $0.index,
                    role: .fed,
                    rate: .average(kilobitsPerSecond: 100),
                    targetBits: $0.frames.count * 33_333
                )
            }
        )
    }

    /// A job of two passes with a sample, and one range encoded again.
    private func play(_ seconds: [Stage: Double], hasFurtherPass: Bool = true, workers: Int = 2) -> Play {
        let plan = plan
        var play = Play(plan: plan, workers: workers, seconds: seconds)
        play.say(.resolved(job))
        play.wave(.scout, RangePlanner.coarseRanges(of: source.video.timeline))
        play.say(.planned(plan))
        play.wave(.analyse, pass: 1, plan.ranges)
        let sample = plan.ranges.filter { $0.index % 10 == 1 }
        let rest = plan.ranges.filter { $0.index % 10 != 1 }
        play.say(.allocated(allocation(sample, pass: 2)))
        play.wave(.encode, pass: 2, sample)
        play.say(.allocated(allocation(rest, pass: 2, wave: 2)))
        play.wave(.encode, pass: 2, number: 2, rest)
        if hasFurtherPass {
            let again = plan.ranges.filter { $0.index % 20 == 2 }
            play.say(.allocated(allocation(again, pass: 3)))
            play.wave(.encode, pass: 3, again)
        }
        play.say(
            .selected(FilmSelection(job: job.id, passes: plan.ranges.map { _ in 2 }, requests: [], explanation: ""))
        )
        let film = PlannedRange(index: 0, frames: 0..<28_800, timeRange: plan.timeRange)
        play.wave(.mux, [film])
        play.wave(.verify, plan.ranges)
        return play
    }

    /// The worst miss of the time left, from a share of the whole time on, up to where it hangs on whether a further pass comes.
    private func worstMiss(_ play: Play, from share: Double) throws -> (
        off: Double, at: Double, told: Double, left: Double
    ) {
        var tracker = ProgressTracker(job: job, source: source)
        var worst = (off: 0.0, at: 0.0, told: 0.0, left: 0.0)
        var last = 0.0
        for (place, (at, event)) in play.events.enumerated() {
            tracker.note(event, elapsedSeconds: at)
            #expect(tracker.state.fraction >= last, "what is shown never goes back")
            last = tracker.state.fraction
            guard at >= play.clock * share, at <= play.clock * 0.85 else { continue }
            // What is told between two events of one moment nobody sees.
            guard place + 1 < play.events.count, play.events[place + 1].at > at else { continue }
            let told = try #require(tracker.state.remainingSeconds)
            let left = play.clock - at
            let off = abs(told / left - 1)
            if off > worst.off { worst = (off, at / play.clock, told, left) }
        }
        return worst
    }

    @Test(
        "the time left is right within a fifth from the middle on, whatever stages take",
        arguments: [
            // As measured of 720p: at medium; at a fast preset; at a slow one, of a source that is slow to decode.
            [Stage.scout: 0.009, .analyse: 0.03, .encode: 0.1, .mux: 0.0003, .verify: 0.010],
            [.scout: 0.007, .analyse: 0.1, .encode: 0.14, .mux: 0.0003, .verify: 0.010],
            [.scout: 0.04, .analyse: 0.04, .encode: 0.6, .mux: 0.0003, .verify: 0.013],
            // On a machine that is twice as fast.
            [.scout: 0.004, .analyse: 0.015, .encode: 0.05, .mux: 0.0001, .verify: 0.005],
        ]
    )
    func timeLeft(seconds: [Stage: Double]) throws {
        for play in [play(seconds), play(seconds, hasFurtherPass: false), play(seconds, workers: 4)] {
            let miss = try worstMiss(play, from: 0.5)
            #expect(miss.off < 0.2, "\(miss)")
        }
    }

    @Test("it ends with all work done, and counts what was found done as nobody's")
    func resumed() throws {
        let whole = play([.scout: 0.009, .analyse: 0.03, .encode: 0.1, .mux: 0.0003, .verify: 0.01])
        var tracker = ProgressTracker(job: job, source: source)
        for (at, event) in whole.events { tracker.note(event, elapsedSeconds: at) }
        #expect(tracker.state.fraction > 0.99)

        // The same job, found with everything but the second wave of pass 2.
        let plan = whole.plan
        var tail = Play(plan: plan, workers: 2, seconds: whole.seconds)
        let sample = plan.ranges.filter { $0.index % 10 == 1 }
        let rest = plan.ranges.filter { $0.index % 10 != 1 }
        tail.say(.resolved(job))
        tail.say(.planned(plan))
        tail.say(.allocated(allocation(sample, pass: 2)))
        tail.say(.allocated(allocation(rest, pass: 2, wave: 2)))
        tail.wave(.encode, pass: 2, number: 2, rest)
        tail.say(
            .selected(FilmSelection(job: job.id, passes: plan.ranges.map { _ in 2 }, requests: [], explanation: ""))
        )
        tail.wave(.mux, [PlannedRange(index: 0, frames: 0..<28_800, timeRange: plan.timeRange)])
        tail.wave(.verify, plan.ranges)
        let miss = try worstMiss(tail, from: 0.5)
        #expect(miss.off < 0.2, "\(miss)")
    }

    @Test("states of ranges follow their units, and requests for a further pass are counted")
    func ranges() {
        let play = play([.scout: 0.009, .analyse: 0.03, .encode: 0.1, .mux: 0.0003, .verify: 0.01])
        var tracker = ProgressTracker(job: job, source: source)
        var seen: Set<ProgressState.RangeState> = []
        for (at, event) in play.events {
            tracker.note(event, elapsedSeconds: at)
            if tracker.state.ranges.indices.contains(2) { seen.insert(tracker.state.ranges[2]) }
        }
        #expect(seen == [.waiting, .running, .done, .requested, .repeating])
        #expect(tracker.state.repeatedRanges == 15)
        tracker.note(.failed(explanation: "", exitCode: 74), elapsedSeconds: play.clock)
        #expect(tracker.state.hasEnded && tracker.state.activity == "failed")
    }
}
