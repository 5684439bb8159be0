import Media
import Testing

@testable import Farm

@Suite("How long a job takes on a cluster, foretold")
struct ClusterSimulationTests {
    private func foretell(_ seconds: [Double], slots: Int, bundle: Double, _ delays: EngineDelays = .none)
        -> ClusterSimulation
    {
        ClusterSimulation(
            [SimulatedWork(name: "encode", seconds: seconds)],
            slots: slots,
            bundleSeconds: bundle,
            delays: delays
        )
    }

    @Test("without delays, as many units as slots take as long as one of them, and are all work")
    func ideal() {
        let units = [Double](repeating: 60, count: 16)
        for slots in [1, 4, 16] {
            let simulation = foretell(units, slots: slots, bundle: 60)
            #expect(simulation.wallSeconds == Double(16 / slots * 60) && simulation.efficiency == 1)
            #expect(simulation.criticalSeconds == 60 && simulation.workSeconds == 960)
        }
    }

    @Test("what no slot shortens is the longest task of every wave, and the longest of these is named")
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

    @Test("delays are paid where they come: once, for each wave, between tasks and between units")
    func delays() {
        var delays = EngineDelays.none
        (delays.start, delays.task, delays.unit, delays.notice) = (1, 0.5, 0.25, 2)
        (delays.begin, delays.end, delays.decision) = (8, 16, 32)
        let simulation = foretell([10, 10, 10, 10], slots: 1, bundle: 20, delays)
        // Two tasks of two units: two pauses inside, one between them.
        #expect(simulation.wallSeconds == 8 + 1 + 2 * (20 + 0.25) + 0.5 + 2 + 32 + 16)
        #expect(simulation.efficiency == 40 / simulation.wallSeconds)
    }

    @Test("tasks start one after the other as fast as Slurm starts them, in the order of their array")
    func dispatch() {
        var delays = EngineDelays.none
        delays.dispatch = 1
        // The last of eight starts after seven seconds, though there is room for all.
        #expect(foretell([Double](repeating: 10, count: 8), slots: 100, bundle: 1, delays).wallSeconds == 17)
        #expect(ClusterSimulation.end(of: [5, 1, 1], places: 2, start: 1, step: 0, gap: 0.5) == 6)
        #expect(ClusterSimulation.end(of: [1, 1, 5], places: 2, start: 1, step: 0, gap: 0.5) == 7.5)
    }

    @Test("a task of several processors does as many units at once, and takes as many slots")
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

    @Test("tasks are made by what was foretold, and take what their units take")
    func surprise() {
        let units = (0..<4).map { SimulatedWork.Unit(foretold: 30, seconds: $0 == 0 ? 100 : 30) }
        let simulation = ClusterSimulation(
            [SimulatedWork(name: "encode", units: units)],
            slots: 2,
            bundleSeconds: 60,
            delays: .none
        )
        #expect(simulation.waves[0].tasks == 2 && simulation.wallSeconds == 130)
    }

    // MARK: - Jobs

    private func foretell(
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

    @Test("a job's waves are those that its coordinator goes through, the same whenever it is asked")
    func job() {
        let simulation = foretell()
        #expect(
            simulation.waves.map(\.name) == [
                "scout", "scout, conclusion", "analyse", "encode, sample", "encode", "encode again", "mux", "verify",
            ]
        )
        #expect(simulation == foretell() && foretell(slots: 8).wallSeconds <= simulation.wallSeconds)
        let count = JobSample.plan(JobSample.job(sceneCuts: false)).ranges.count
        let encodes = simulation.waves.filter { ["encode, sample", "encode"].contains($0.name) }
        #expect(encodes.reduce(0) { $0 + $1.units } == count && simulation.rangeCount == count)
        let single = foretell(JobSample.job(rate: .constantRateFactor(21), sceneCuts: false), slots: 2)
        #expect(single.waves.map(\.name) == ["encode", "mux", "verify"])
    }

    @Test("what is published counts: the waves that were decided, and what each unit took by the clock")
    func published() throws {
        let job = JobSample.job()
        let plan = JobSample.plan(job)
        var knowledge = ClusterSimulation.Knowledge()
        knowledge.work.plan = plan
        let all = plan.ranges.map { RangeTarget(range: $0.index, role: .analysis, rate: .constantRateFactor(20)) }
        let sample = [1, 2].map { RangeTarget(range: $0, role: .fed, rate: .constantRateFactor(20)) }
        knowledge.work.allocations = [
            Allocation(pass: 1, wave: 1, targets: all), Allocation(pass: 2, wave: 1, targets: sample),
        ]
        for range in plan.ranges {
            knowledge.seconds[WorkUnit(stage: .analyse, pass: 1, ranges: [range.index]).work] = 100
        }
        let waves = foretell(job, knowledge, slots: 1).waves
        let analysis = try #require(waves.first { $0.name == "analyse" })
        #expect(analysis.workSeconds == Double(plan.ranges.count) * 100 && analysis.wallSeconds == analysis.workSeconds)
        #expect(waves.first { $0.name == "encode, sample" }?.units == 2)
        #expect(waves.first { $0.name == "encode" }?.units == plan.ranges.count - 2)
    }

    @Test("another job's work is taken picture for picture, unit for unit in turn")
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
        let waves = foretell(job, knowledge).waves
        let encodes = waves.filter { ["encode, sample", "encode"].contains($0.name) }.reduce(0) { $0 + $1.workSeconds }
        let expected = seconds.values.reduce(0, +)
        #expect(abs(encodes / expected - 1) < 0.5 && encodes > 0, "\(encodes) \(expected)")
    }
}
