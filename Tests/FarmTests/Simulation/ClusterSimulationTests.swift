import Media
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import RateModel
@testable import Simulation

@Suite("Estimates of how long a job takes on a cluster")
struct ClusterSimulationTests {
    private func simulate(_ seconds: [Double], slots: Int, bundle: Double, _ delays: EngineDelays = .none)
        -> ClusterSimulation
    {
        ClusterSimulation(
            [SimulatedWork(name: "encode", seconds: seconds)],
            slots: slots,
            bundleSeconds: bundle,
            delays: delays
        )
    }

    @Test("without delays, equal units fill all slots, and the efficiency is 1")
    func ideal() {
        let units = [Double](repeating: 60, count: 16)
        for slots in [1, 4, 16] {
            let simulation = simulate(units, slots: slots, bundle: 60)
            #expect(simulation.wallSeconds == Double(16 / slots * 60) && simulation.efficiency == 1)
            #expect(simulation.criticalSeconds == 60 && simulation.workSeconds == 960)
        }
    }

    @Test("the critical path is the longest task of every wave, and the wave with the longest of them is named")
    func critical() {
        let waves = [("analyse", [10.0, 20, 30]), ("mux", [40.0]), ("nothing", [])]
        let simulation = ClusterSimulation(
            waves.map { SimulatedWork(name: $0, seconds: $1) },
            slots: 1000,
            bundleSeconds: 1,
            delays: .none
        )
        #expect(simulation.wallSeconds == 70 && simulation.criticalSeconds == 70)
        #expect(simulation.waves.map(\.name) == ["analyse", "mux"] && simulation.waves[0].tasks == 3)
        #expect(simulation.criticalWave?.name == "mux")
    }

    @Test("delays are added once, for each wave, between tasks and between units")
    func delays() {
        var delays = EngineDelays.none
        (delays.start, delays.task, delays.unit, delays.notice) = (1, 0.5, 0.25, 2)
        (delays.begin, delays.end, delays.decision) = (8, 16, 32)
        let simulation = simulate([10, 10, 10, 10], slots: 1, bundle: 20, delays)
        // Two tasks of two units: one delay inside of each task, and one between the tasks.
        #expect(simulation.wallSeconds == 8 + 1 + 2 * (20 + 0.25) + 0.5 + 2 + 32 + 16)
        #expect(simulation.efficiency == 40 / simulation.wallSeconds)
    }

    @Test("tasks start one after the other, at Slurm's pace, in the order of their array")
    func dispatch() {
        var delays = EngineDelays.none
        delays.dispatch = 1
        // The last of eight starts after seven seconds, though there is room for all.
        #expect(simulate([Double](repeating: 10, count: 8), slots: 100, bundle: 1, delays).wallSeconds == 17)
        #expect(ClusterSimulation.ends(of: [5, 1, 1], places: 2, start: 1, step: 0, gap: 0.5) == [6, 2, 3.5])
        #expect(ClusterSimulation.ends(of: [1, 1, 5], places: 2, start: 1, step: 0, gap: 0.5) == [2, 2, 7.5])
    }

    @Test("a task with several processors does as many units at the same time, and uses as many slots")
    func processors() {
        let simulation = ClusterSimulation(
            [SimulatedWork(name: "encode", seconds: [Double](repeating: 10, count: 8))],
            slots: 4,
            bundleSeconds: 10,
            processors: 4,
            delays: .none
        )
        #expect(simulation.waves[0].tasks == 2 && simulation.wallSeconds == 20 && simulation.efficiency == 1)
    }

    @Test("files are hashed while other units work, and only the files that remain delay the next decision")
    func hashing() {
        var delays = EngineDelays.none
        delays.decisionOfByte = 0.01
        func wall(_ seconds: [Double], bytes: Int) -> Double {
            var work = SimulatedWork(name: "encode", seconds: seconds)
            work.byteCount = bytes
            return ClusterSimulation([work], slots: 2, bundleSeconds: 1, delays: delays).wallSeconds
        }
        // Four files take a second each: the first two are hashed while the last two units work.
        #expect(wall([10, 10, 10, 10], bytes: 400) == 22)
        #expect(wall([10, 10], bytes: 200) == 12 && wall([10, 4], bytes: 200) == 11)
        // These files take longer than the work.
        #expect(wall([10, 10, 10, 10], bytes: 8000) == 90)
    }

    @Test("the units of a task with several processors publish when each of them ends, not when the task ends")
    func hashingOfWideTasks() {
        var delays = EngineDelays.none
        delays.decisionOfByte = 0.01
        var work = SimulatedWork(name: "encode", seconds: [10, 10, 10, 10])
        work.byteCount = 400
        let wide = ClusterSimulation([work], slots: 2, bundleSeconds: 60, processors: 2, knownSlots: 2, delays: delays)
        #expect(wide.waves[0].tasks == 1 && wide.wallSeconds == 22)
    }

    @Test("with a known number of slots, all of them end a wave at about the same time", arguments: [1, 4, 16])
    func knownSlots(processors: Int) {
        let seconds = (0..<3000).map { 5 + Double($0 * 7 % 11) }
        func wall(_ known: Int?) -> Double {
            ClusterSimulation(
                [SimulatedWork(name: "encode", seconds: seconds)],
                slots: 64,
                bundleSeconds: 600,
                processors: processors,
                knownSlots: known
            ).wallSeconds
        }
        let ideal = seconds.reduce(0, +) / 64
        #expect(wall(64) < ideal + 20 && wall(64) < wall(nil), "\(wall(64)) \(wall(nil)) of \(ideal)")
    }

    @Test("tasks are bundled by expected times, and take the actual times of their units")
    func surprise() {
        let units = (0..<4).map { SimulatedWork.Unit(expectedSeconds: 30, seconds: $0 == 0 ? 100 : 30) }
        let simulation = ClusterSimulation(
            [SimulatedWork(name: "encode", units: units)],
            slots: 2,
            bundleSeconds: 60,
            delays: .none
        )
        #expect(simulation.waves[0].tasks == 2 && simulation.wallSeconds == 130)
    }

    // MARK: - Jobs

    private func simulate(
        _ job: ResolvedJob = JobSample.job(),
        _ knowledge: ClusterSimulation.Knowledge = .init(),
        slots: Int = 4,
        delays: EngineDelays = .none
    ) -> ClusterSimulation {
        ClusterSimulation(
            job: job,
            source: JobSample.source(),
            knowledge: knowledge,
            slots: slots,
            options: SlurmOptions(),
            delays: delays
        )
    }

    @Test("a simulated job has the waves of its coordinator, and every simulation gives the same result")
    func job() {
        let simulation = simulate()
        #expect(
            simulation.waves.map(\.name) == [
                "scout", "scout, conclusion", "analyse", "encode, step 1", "encode, step 2", "encode, step 3",
                "encode again", "mux", "verify",
            ]
        )
        #expect(simulation == simulate() && simulate(slots: 8).wallSeconds <= simulation.wallSeconds)
        let count = JobSample.plan(JobSample.job(sceneCuts: false)).ranges.count
        let encodes = simulation.waves.filter { $0.name.hasPrefix("encode, step") }
        #expect(encodes.reduce(0) { $0 + $1.units } == count && simulation.rangeCount == count)
        let single = simulate(JobSample.job(rate: .constantRateFactor(21), sceneCuts: false), slots: 2)
        #expect(single.waves.map(\.name) == ["encode", "mux", "verify"])
    }

    @Test("a simulation uses the published allocations and the wall times of published units")
    func published() throws {
        let job = JobSample.job()
        let plan = JobSample.plan(job)
        var knowledge = ClusterSimulation.Knowledge()
        knowledge.work.plan = plan
        let all = plan.ranges.map { RangeTarget(range: $0.index, .analysis(rateFactor: 20)) }
        let sample = [1, 2].map { RangeTarget(range: $0, .fed(FedTarget(bits: 100_000))) }
        knowledge.work.allocations = [
            Allocation(pass: 1, wave: 1, targets: all), Allocation(pass: 2, wave: 1, targets: sample),
        ]
        for range in plan.ranges {
            knowledge.seconds[WorkUnit(stage: .analyse, pass: 1, ranges: [range.index]).work] = 100
        }
        let waves = simulate(job, knowledge, slots: 1).waves
        let analysis = try #require(waves.first { $0.name == "analyse" })
        #expect(analysis.workSeconds == Double(plan.ranges.count) * 100 && analysis.wallSeconds == analysis.workSeconds)
        #expect(waves.first { $0.name == "encode, step 1" }?.units == 2)
        let later = waves.filter { ["encode, step 2", "encode, step 3"].contains($0.name) }
        #expect(later.reduce(0) { $0 + $1.units } == plan.ranges.count - 2)
    }

    @Test("units take the rates of another job's units in turn, in proportion to their pictures")
    func rates() throws {
        let (job, source) = (JobSample.job(), JobSample.source())
        let plan = JobSample.plan(job)
        var work = PublishedWork()
        work.plan = plan
        var seconds: [WorkUnit: Double] = [:]
        for range in plan.ranges {
            let pace = range.index % 2 == 0 ? 1.0 : 3
            seconds[WorkUnit(stage: .encode, pass: 2, ranges: [range.index]).work] = Double(range.frames.count) * pace
        }
        var knowledge = ClusterSimulation.Knowledge()
        knowledge.work.plan = plan
        knowledge.rates = WorkRates(seconds, job: job, source: source, work: work)
        let waves = simulate(job, knowledge).waves
        let encodes = waves.filter { $0.name.hasPrefix("encode, step") }.reduce(0) { $0 + $1.workSeconds }
        let expected = seconds.values.reduce(0, +)
        #expect(abs(encodes / expected - 1) < 0.5 && encodes > 0, "\(encodes) \(expected)")
    }

    @Test(
        "units at regular distances take each of the measured rates about equally often",
        arguments: [2, 3, 4, 6, 18],
        [1, 8, 12, 16, 32, 36]
    )
    func regularDistances(count: Int, step: Int) throws {
        let (job, source) = (JobSample.job(rate: .constantRateFactor(21), maximum: 1), JobSample.source())
        let plan = JobSample.plan(job)
        var work = PublishedWork()
        work.plan = plan
        let unit = WorkUnit(stage: .encode, pass: 1, ranges: [0])
        let all = (0..<count).map { WorkRates([unit.work: Double($0 + 1)], job: job, source: source, work: work) }
        let rates = all.dropFirst().reduce(all[0]) { $0.joined(with: $1) }
        func seconds(_ place: Int) throws -> Double {
            try #require(rates.seconds(of: unit, place: place, job: job, source: source, plan: plan))
        }
        let mean = Double(count + 1) / 2
        for first in 0..<min(step, 6) {
            let taken = try (0..<400).map { try seconds(first + $0 * step) }
            let own = taken.reduce(0, +) / 400
            #expect(abs(own / mean - 1) < 0.1, "\(own) of \(mean) from \(first)")
            #expect(taken == (try (0..<400).map { try seconds(first + $0 * step) }))
        }
    }

    @Test("expected times of encodes have the same errors as in the job that the rates are from")
    func expectedAsBefore() throws {
        let (job, source) = (JobSample.job(), JobSample.source())
        let plan = JobSample.plan(job)
        var work = PublishedWork()
        work.plan = plan
        var seconds: [WorkUnit: Double] = [:]
        for range in plan.ranges {
            // By the analysis, the first half of the ranges is coded in full, and the second half is skipped.
            let share = range.index < plan.ranges.count / 2 ? 1.0 : 0
            var analysis = JobSample.result(job, range, pass: 1, isAnalysis: true)
            let bits = [Double](repeating: 1, count: RateCurve.pointCount)
            analysis.rateCurve = RateCurve(bits: bits, encoderSeconds: 1, codedShare: share)
            work.results[1, default: [:]][range.index] = analysis
            seconds[WorkUnit(stage: .encode, pass: 2, ranges: [range.index]).work] = Double(range.frames.count)
        }
        let rates = WorkRates(seconds, job: job, source: source, work: work)
        func expected(_ place: Int) throws -> Double {
            let unit = WorkUnit(stage: .encode, pass: 2, ranges: [0])
            return try #require(rates.expectedSeconds(of: unit, place: place, job: job, source: source, plan: plan))
        }
        #expect(try expected(0) > 10 * expected(plan.ranges.count - 1))
        // The next turn has each of them again, beginning at another place.
        let count = plan.ranges.count
        let turns = try [0, 1].map { turn in try (0..<count).map { try expected(turn * count + $0) }.sorted() }
        #expect(turns[0] == turns[1])
        let mux = WorkUnit(stage: .mux)
        #expect(rates.expectedSeconds(of: mux, place: 0, job: job, source: source, plan: plan) == nil)
    }

    @Test("the time of a mux is estimated from a small film, for its start, and a large film, for its bits")
    func muxSeconds() throws {
        let (job, source) = (JobSample.job(rate: .average(bitsPerSecond: 1_000_000)), JobSample.source())
        func rates(_ bits: Int, _ seconds: Double) -> WorkRates {
            var work = PublishedWork()
            work.plan = JobSample.plan(job)
            work.mux = MuxResult(
                job: job.id,
                path: "film.mp4",
                sha256: "",
                byteCount: Int64(bits / 8),
                modificationTime: nil,
                videoBits: bits,
                notes: [],
                cost: WorkCost(cpuSeconds: seconds, wallSeconds: seconds, maximumResidentBytes: 1)
            )
            return WorkRates([:], job: job, source: source, work: work)
        }
        func seconds(_ rates: WorkRates) -> Double? {
            rates.seconds(of: WorkUnit(stage: .mux), place: 0, job: job, source: source, plan: nil)
        }
        // The film has 60 million bits.
        #expect(seconds(rates(6_000_000, 1)) == 10)
        let both = try #require(seconds(rates(1_000_000, 1).completed(by: rates(11_000_000, 3))))
        #expect(abs(both - (1 + 59 * 0.2)) < 1e-9)
        #expect(seconds(rates(11_000_000, 3).completed(by: rates(1_000_000, 1))) == both)
        // Two films of about the same size do not show the time of the start.
        #expect(seconds(rates(6_000_000, 1).completed(by: rates(5_000_000, 0.9))) == 10)
    }
}
