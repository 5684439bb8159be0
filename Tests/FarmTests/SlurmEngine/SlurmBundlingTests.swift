import Media
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import RateControl
@testable import Simulation
@testable import SlurmEngine

@Suite("Slurm: bundles of units")
struct SlurmBundlingTests {
    private func units(_ seconds: [Double]) -> (units: [WorkUnit], forecast: WorkForecast) {
        let units = seconds.indices.map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
        let needs = zip(units, seconds).map { ($0, WorkForecast.Need(seconds: $1, byteCount: 1 << 20)) }
        return (units, WorkForecast(Dictionary(uniqueKeysWithValues: needs)))
    }

    private func bundles(_ seconds: [Double], worth: Double = 60) -> [SlurmBundling.Bundle] {
        let (units, forecast) = units(seconds)
        return SlurmBundling.bundles(of: units, forecast: forecast, seconds: worth)
    }

    @Test("a task has about the requested work, and every unit is in one task")
    func worth() {
        let bundles = bundles((0..<200).map { 5 + Double($0 % 7) })
        let total = bundles.reduce(0) { $0 + $1.seconds }
        let whole = bundles.filter { $0.seconds > 45 }
        #expect(whole.allSatisfy { (48...72).contains($0.seconds) }, "\(bundles.map(\.seconds))")
        #expect(whole.reduce(0) { $0 + $1.seconds } > total * 0.65)
        #expect(Set(bundles.flatMap(\.units)).count == 200 && bundles.flatMap(\.units).count == 200)
    }

    @Test("the last tasks are short, so that all slots end at about the same time", arguments: [2, 3, 4, 7, 16])
    func tail(slots: Int) {
        let bundles = bundles([Double](repeating: 10, count: 100))
        let wall = ExpectedEffort.duration(of: bundles.map(\.seconds), workers: slots)
        #expect(wall < 1000 / Double(slots) + 15, "\(wall) s")
        #expect(bundles.count < 30)
    }

    @Test("longer units are alone in their tasks, and the longest task is first")
    func long() {
        let bundles = bundles([10, 400, 20, 61, 30, 90])
        #expect(bundles.map { $0.units.flatMap(\.ranges) } == [[1], [5], [3], [4, 2, 0]])
        #expect(bundles.map(\.seconds) == [400, 90, 61, 60])
    }

    @Test("a few short units make one task, no units make none, and units without work are accepted")
    func few() {
        #expect(bundles([1, 2, 3]).map { $0.units.flatMap(\.ranges) } == [[2, 1, 0]])
        #expect(bundles([]).isEmpty)
        #expect(bundles([0, 0, 0]).count == 1)
        #expect(bundles([3, 3], worth: 1).count == 2)
    }

    // MARK: - Known slots

    private func bundles(_ seconds: [Double], worth: Double = 60, slots: Int, processors: Int = 1)
        -> [SlurmBundling.Bundle]
    {
        let (units, forecast) = units(seconds)
        return SlurmBundling.bundles(
            of: units,
            forecast: forecast,
            seconds: worth,
            processors: processors,
            slots: slots
        )
    }

    @Test(
        "with known slots every unit is in one task, and the same units make the same tasks",
        arguments: [1, 3, 16, 256, 10_000],
        [1, 4, 16]
    )
    func everyUnitOnce(slots: Int, processors: Int) {
        for count in [0, 1, 2, 17, 300, 1000] {
            let seconds = (0..<count).map { Double($0 * 37 % 23) }
            let bundles = bundles(seconds, slots: slots, processors: processors)
            #expect(bundles.flatMap(\.units).flatMap(\.ranges).sorted() == Array(0..<count))
            #expect(bundles.allSatisfy { !$0.units.isEmpty })
            #expect(bundles == self.bundles(seconds, slots: slots, processors: processors))
            for bundle in bundles {
                let work = bundle.units.reduce(0) { $0 + seconds[$1.ranges[0]] }
                #expect(abs(work - bundle.seconds) < 1e-6)
                // Longer than requested by at most one unit.
                #expect(bundle.units.count == 1 || work <= 60 * Double(processors) + 22)
            }
        }
    }

    @Test("the first tasks are as long as allowed, and the last ones take a few seconds", arguments: [4, 16, 64])
    func shorterTowardsTheEnd(slots: Int) throws {
        let bundles = bundles([Double](repeating: 2, count: 200 * slots), slots: slots)
        #expect(try #require(bundles.first).seconds > 55 && bundles[slots - 1].seconds > 55)
        #expect(bundles.suffix(slots / 2).allSatisfy { $0.seconds <= 8 })
        #expect(bundles.count < 20 * slots)
        // The longest units are in the first tasks.
        let uneven = self.bundles((0..<1000).map(Double.init), slots: slots)
        #expect(uneven.first?.units.first?.ranges == [999])
        #expect(uneven.suffix(slots).contains { $0.units.contains { $0.ranges == [0] } })
    }

    @Test("the short tasks at the end of a wave compensate for wrong estimates")
    func surprises() {
        let estimates = [Double](repeating: 4, count: 4000)
        let bundles = bundles(estimates, slots: 64)
        let taken = bundles.map { $0.units.reduce(0) { $0 + 4 * (0.5 + Double($1.ranges[0] * 7919 % 1000) / 1000) } }
        let ideal = taken.reduce(0, +) / 64
        let ends = ClusterSimulation.ends(of: taken, places: 64, start: 0, step: 0, gap: 0)
        #expect(ends.max() ?? .infinity < ideal * 1.04)
    }

    @Test("tasks with several processors are as long as allowed, so that few of them idle at their end")
    func wideTasks() {
        let seconds = [Double](repeating: 2, count: 3200)
        #expect(bundles(seconds, worth: 600, slots: 64, processors: 16).map(\.seconds) == [1600, 1600, 1600, 1600])
        // Two rounds of the same length where one would be too long.
        let two = bundles(seconds, worth: 60, slots: 64, processors: 16)
        #expect(two.map(\.seconds) == [Double](repeating: 800, count: 8))
    }

    @Test("fewer units than slots make a task each, and units without work share one")
    func fewForSlots() {
        #expect(bundles([30, 20, 10], slots: 256).map { $0.units.flatMap(\.ranges) } == [[0], [1], [2]])
        #expect(bundles([0, 0, 0], slots: 4).count == 1)
    }

    @Test("a task requests the memory of its largest unit")
    func memory() {
        let units = (0..<2).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
        let forecast = WorkForecast([
            units[0]: .init(seconds: 1, byteCount: 700 << 20), units[1]: .init(seconds: 1, byteCount: 900 << 20),
        ])
        let bundle = SlurmBundling.bundles(of: units, forecast: forecast, seconds: 60).first
        #expect(bundle?.byteCount == 900 << 20)
        #expect(WorkForecast().need(of: units[0]).seconds == 60)
    }

    @Test(
        "measured units of a stage correct the estimates of time and memory for the other units"
    )
    func measured() throws {
        let job = JobSample.job()
        let plan = JobSample.plan(job)
        var work = PublishedWork()
        work.plan = plan
        let units = plan.ranges.map { WorkUnit(stage: .analyse, pass: 1, ranges: [$0.index]) }
        let before = WorkForecast(units, job: job, source: JobSample.source(), work: work)
        var result = JobSample.result(job, plan.ranges[0], pass: 1, isAnalysis: true, storage: nil, silo: nil)
        result.cost = WorkCost(
            cpuSeconds: 1,
            wallSeconds: before.need(of: units[0]).seconds * 3,
            maximumResidentBytes: 800
        )
        work.results = [1: [0: result]]
        let after = WorkForecast(units, job: job, source: JobSample.source(), work: work)
        for unit in units {
            let (was, now) = (before.need(of: unit).seconds, after.need(of: unit).seconds)
            #expect(was > 0 && abs(now / was - 3) < 0.1, "\(unit)")
        }
        #expect(after.need(of: units[1]).byteCount == 1000)
        let longest = plan.ranges.max { $0.frames.count < $1.frames.count }
        #expect(units.max { after.need(of: $0).seconds < after.need(of: $1).seconds }?.ranges.first == longest?.index)
    }
}
