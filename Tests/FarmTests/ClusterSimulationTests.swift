import Farm
import Media
import Testing

@Suite("How long a job takes on a cluster, foretold")
struct ClusterSimulationTests {
    private var none: ClusterSimulation.Delays {
        var delays = ClusterSimulation.Delays()
        (delays.start, delays.task, delays.unit, delays.notice) = (0, 0, 0, 0)
        return delays
    }

    @Test("without delays, as many units as slots take as long as one of them, and are all work")
    func ideal() {
        let units = [Double](repeating: 60, count: 16)
        for slots in [1, 4, 16] {
            let simulation = ClusterSimulation([("encode", units)], slots: slots, bundleSeconds: 60, delays: none)
            #expect(simulation.wallSeconds == Double(16 / slots * 60) && simulation.efficiency == 1)
            #expect(simulation.criticalSeconds == 60 && simulation.workSeconds == 960)
        }
    }

    @Test("what no slot shortens is the longest task of every wave")
    func critical() {
        let waves = [("analyse", [10.0, 20, 30]), ("mux", [40.0]), ("nothing", [])]
        let simulation = ClusterSimulation(waves, slots: 1000, bundleSeconds: 1, delays: none)
        #expect(simulation.wallSeconds == 70 && simulation.criticalSeconds == 70)
        #expect(simulation.waves.map(\.name) == ["analyse", "mux"] && simulation.waves[0].tasks == 3)
    }

    @Test("delays are paid for each wave, task and unit")
    func delays() {
        var delays = none
        (delays.start, delays.task, delays.unit, delays.notice) = (1, 0.5, 0.25, 2)
        let units = [Double](repeating: 10, count: 4)
        let simulation = ClusterSimulation([("encode", units)], slots: 1, bundleSeconds: 20, delays: delays)
        #expect(simulation.wallSeconds == 3 + 2 * (20 + 0.5 + 2 * 0.25))
        #expect(simulation.efficiency == 40 / simulation.wallSeconds)
    }

    @Test("a job's waves are those that its coordinator goes through, the same whenever it is asked")
    func job() {
        let job = JobSample.job()
        func foretell(_ slots: Int) -> ClusterSimulation {
            ClusterSimulation(
                job: job,
                source: JobSample.source(),
                work: PublishedWork(),
                slots: slots,
                bundleSeconds: 60
            )
        }
        let simulation = foretell(4)
        #expect(
            simulation.waves.map(\.name) == [
                "scout", "scout, conclusion", "analyse", "encode, sample", "encode", "encode again", "mux", "verify",
            ]
        )
        #expect(simulation == foretell(4) && foretell(8).wallSeconds <= simulation.wallSeconds)
        let count = JobSample.plan(JobSample.job(sceneCuts: false)).ranges.count
        let encodes = simulation.waves.filter { ["encode, sample", "encode"].contains($0.name) }
        #expect(encodes.reduce(0) { $0 + $1.units } == count)
        let single = ClusterSimulation(
            job: JobSample.job(rate: .constantRateFactor(21), sceneCuts: false),
            source: JobSample.source(),
            work: PublishedWork(),
            slots: 2,
            bundleSeconds: 60
        )
        #expect(single.waves.map(\.name) == ["encode", "mux", "verify"])
    }
}
