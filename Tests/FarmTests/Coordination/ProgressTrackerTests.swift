import Coordination
import Jobs
import Media
import Platform
import Testing

@Suite("Progress: predicted time")
struct ProgressTrackerTests {
    /// A simulated job: its events with their times.
    private struct Play {
        let plan: Plan
        let workers: Int
        /// Seconds of a worker for a frame.
        let seconds: [Stage: Double]
        var clock = 0.0
        var events: [(at: Double, event: JobEvent)] = []

        mutating func emit(_ event: JobEvent) { events.append((clock, event)) }

        /// Adds a wave: workers take its units in turn, and report every 24th frame.
        mutating func wave(_ stage: Stage, pass: Int = 0, number: Int = 1, _ ranges: [PlannedRange]) {
            emit(.waveBegan(stage: stage, pass: pass, wave: number, ranges: ranges.map(\.index), done: 0))
            var free = Array(repeating: clock, count: stage == .mux ? 1 : workers)
            var messages: [(Double, JobEvent)] = []
            for range in ranges {
                let worker = free.indices.min { free[$0] < free[$1] }!
                let unit = WorkUnit(stage: stage, pass: pass, ranges: stage == .mux ? [] : [range.index])
                let each = seconds[stage]!
                let index = stage == .mux ? 0 : range.index
                for frames in stride(from: 24, through: range.frames.count, by: 24) {
                    let at = free[worker] + Double(frames) * each
                    messages.append(
                        (at, .progress(stage: stage, pass: pass, range: index, frames: frames, bits: frames * 33_333))
                    )
                }
                let took = Double(range.frames.count) * each
                free[worker] += took
                let cost = WorkCost(cpuSeconds: took, wallSeconds: took, maximumResidentBytes: 1)
                if stage != .mux {
                    messages.append((free[worker], .rangePublished(stage: stage, pass: pass, range: range.index)))
                }
                messages.append((free[worker], .unitEnded(unit, cost: cost)))
            }
            events += messages.sorted { $0.0 < $1.0 }.map { (at: $0.0, event: $0.1) }
            clock = free.max() ?? clock
            emit(.waveEnded(stage: stage, pass: pass, wave: number))
        }
    }

    private let job: ResolvedJob = {
        var job = JobSample.job(rate: .average(bitsPerSecond: 800_000))
        job.encoder.size = PictureSize(width: 1280, height: 720)
        return job
    }()
    /// A film of twenty minutes. With fewer ranges, the end of each wave, where workers are idle, would be too long.
    private let source: SourceDescription = {
        var film = JobSample.source()
        film.identity.byteCount = 223_000_000
        film.identity.duration = MediaTime(value: 1200, timescale: 1)
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
                    .fed(FedTarget(bits: $0.frames.count * 33_333))
                )
            }
        )
    }

    /// A job of two passes with a sample, and one further pass over some of the ranges.
    private func play(_ seconds: [Stage: Double], hasFurtherPass: Bool = true, workers: Int = 2) -> Play {
        let plan = plan
        var play = Play(plan: plan, workers: workers, seconds: seconds)
        play.emit(.resolved(job))
        play.wave(.scout, RangePlanner.coarseRanges(of: source.video.timeline))
        play.emit(.planned(plan))
        play.wave(.analyse, pass: 1, plan.ranges)
        let sample = plan.ranges.filter { $0.index % 10 == 1 }
        let rest = plan.ranges.filter { $0.index % 10 != 1 }
        play.emit(.allocated(allocation(sample, pass: 2)))
        play.wave(.encode, pass: 2, sample)
        play.emit(.allocated(allocation(rest, pass: 2, wave: 2)))
        play.wave(.encode, pass: 2, number: 2, rest)
        if hasFurtherPass {
            let again = plan.ranges.filter { $0.index % 20 == 2 }
            play.emit(.allocated(allocation(again, pass: 3)))
            play.wave(.encode, pass: 3, again)
        }
        play.emit(
            .selected(FilmSelection(job: job.id, passes: plan.ranges.map { _ in 2 }, requests: [], explanation: ""))
        )
        let film = PlannedRange(index: 0, frames: 0..<28_800, timeRange: plan.timeRange)
        play.wave(.mux, [film])
        play.wave(.verify, plan.ranges)
        return play
    }

    /// A predicted remaining time.
    private struct Prediction {
        /// The moment, as a share of the whole time.
        var share: Double
        var predicted: Double
        var actual: Double
        var error: Double { abs(predicted / actual - 1) }
    }

    /// The predictions from the middle of the job on.
    private func predictions(_ play: Play, _ costs: Costs? = nil) throws -> [Prediction] {
        var (job, source) = (job, source)
        source.video.codec = costs?.codec ?? source.video.codec
        job.encoder.speed = costs?.speed ?? "medium"
        var tracker = ProgressTracker(job: job, source: source)
        var found: [Prediction] = []
        var last = 0.0
        for (place, (at, event)) in play.events.enumerated() {
            tracker.note(event, elapsedSeconds: at)
            #expect(tracker.state.fraction >= last, "the fraction never falls")
            last = tracker.state.fraction
            // Only the last of several events at the same moment counts.
            guard at >= play.clock / 2, place + 1 < play.events.count, play.events[place + 1].at > at else { continue }
            let predicted = try #require(tracker.state.remainingSeconds)
            found.append(Prediction(share: at / play.clock, predicted: predicted, actual: play.clock - at))
        }
        return found
    }

    /// The worst prediction between two shares of the whole time.
    private func worst(_ predictions: [Prediction], _ shares: ClosedRange<Double>) throws -> Prediction {
        try #require(predictions.filter { shares.contains($0.share) }.max { $0.error < $1.error })
    }

    /// The time of stages for 1280x720 at 800 kbit/s, in seconds of a worker for a frame: measured with a trailer, and
    /// scaled for other machines.
    struct Costs: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var codec = "h264"
        var speed = "medium"
        var seconds: [Stage: Double]
    }

    private static let medium: [Stage: Double] = [
        .scout: 0.0033, .analyse: 0.037, .encode: 0.059, .mux: 0.00015, .verify: 0.0066,
    ]

    private static let costs = [
        Costs(testDescription: "medium", seconds: medium),
        Costs(
            testDescription: "superfast",
            speed: "superfast",
            seconds: [.scout: 0.0034, .analyse: 0.024, .encode: 0.042, .mux: 0.00015, .verify: 0.0042]
        ),
        Costs(
            testDescription: "slow, of a source that is slow to decode",
            codec: "ffv1",
            speed: "slow",
            seconds: [.scout: 0.0114, .analyse: 0.044, .encode: 0.175, .mux: 0.00018, .verify: 0.0076]
        ),
        Costs(testDescription: "a machine that is twice as slow", seconds: medium.mapValues { $0 * 2.2 }),
        Costs(testDescription: "a machine that is twice as fast", seconds: medium.mapValues { $0 / 2 }),
    ]

    @Test("from the middle of the job on, the predicted remaining time is right within a fifth", arguments: costs)
    func timeLeft(_ costs: Costs) throws {
        let seconds = costs.seconds
        for play in [play(seconds), play(seconds, hasFurtherPass: false), play(seconds, workers: 4)] {
            let predictions = try predictions(play, costs)
            // Up to the moment from which it depends on whether there is a further pass.
            let middle = try worst(predictions, 0.5...0.85)
            #expect(middle.error < 0.2, "\(middle)")
            // After the selection there is no further pass. The last seconds do not count: there, a second is many
            // percent.
            let selected = try #require(
                play.events.first { event in if case .selected = event.event { true } else { false } }
            )
            let end = try worst(predictions, selected.at / play.clock...0.985)
            #expect(end.error < 0.2, "\(end)")
        }
    }

    @Test("all work is done at the end, and work of an earlier run does not make a resumed job seem fast")
    func resumed() throws {
        let whole = play(Self.medium)
        var tracker = ProgressTracker(job: job, source: source)
        for (at, event) in whole.events { tracker.note(event, elapsedSeconds: at) }
        #expect(tracker.state.fraction > 0.99)

        // The same job, resumed when only the second wave of pass 2, the mux and the verification are missing.
        let plan = whole.plan
        var tail = Play(plan: plan, workers: 2, seconds: whole.seconds)
        let sample = plan.ranges.filter { $0.index % 10 == 1 }
        let rest = plan.ranges.filter { $0.index % 10 != 1 }
        tail.emit(.resolved(job))
        tail.emit(.planned(plan))
        tail.emit(.allocated(allocation(sample, pass: 2)))
        tail.emit(.allocated(allocation(rest, pass: 2, wave: 2)))
        tail.wave(.encode, pass: 2, number: 2, rest)
        tail.emit(
            .selected(FilmSelection(job: job.id, passes: plan.ranges.map { _ in 2 }, requests: [], explanation: ""))
        )
        tail.wave(.mux, [PlannedRange(index: 0, frames: 0..<28_800, timeRange: plan.timeRange)])
        tail.wave(.verify, plan.ranges)
        let miss = try worst(predictions(tail), 0.5...0.85)
        #expect(miss.error < 0.2, "\(miss)")
    }

    @Test("the bit rate is that of the coded frames, also while ranges are encoded again")
    func bitRate() throws {
        var tracker = ProgressTracker(job: job, source: source)
        // A range of 100 frames reports its bits for the last time after 96.
        let rates = 0.959 * 33_333 * 24...1.001 * 33_333 * 24
        for (at, event) in play(Self.medium).events {
            tracker.note(event, elapsedSeconds: at)
            guard case .progress(.encode, let pass, let range, let frames, _) = event else { continue }
            let rate = try #require(tracker.state.bitsPerSecond)
            #expect(rates.contains(rate), "\(frames) frames of range \(range) in pass \(pass)")
        }
    }

    @Test("states of ranges follow their units, and ranges of further passes are counted")
    func ranges() {
        let play = play(Self.medium)
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
