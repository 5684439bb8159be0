import Media
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import Simulation

@Suite("Excerpts for the estimate of a film")
struct ExcerptTests {
    @Test("excerpts are spread over the film; there are four to eight, at least one for each of up to eight workers")
    func spread() {
        let plan = ExcerptPlan(frameCount: 86_400, secondsPerFrame: 0.01, workers: 2).excerpts
        #expect(plan.count == 4 && plan.allSatisfy { $0.count == 300 })
        #expect(plan.first == 10_650..<10_950 && plan.last == 75_450..<75_750)
        #expect(ExcerptPlan(frameCount: 86_400, secondsPerFrame: 0.01, workers: 6).excerpts.count == 6)
        #expect(ExcerptPlan(frameCount: 86_400, secondsPerFrame: 0.01, workers: 64).excerpts.count == 8)
    }

    @Test("excerpts of a slow film are short, and a very slow film has none")
    func slow() {
        #expect(
            ExcerptPlan(frameCount: 86_400, secondsPerFrame: 0.3, workers: 2).excerpts.allSatisfy { $0.count == 24 }
        )
        #expect(ExcerptPlan(frameCount: 86_400, secondsPerFrame: 2, workers: 2).excerpts.isEmpty)
    }

    @Test(
        "excerpts of a short film are inside of it and do not overlap",
        arguments: [1, 2, 23, 24, 100, 191, 192, 500, 1000]
    )
    func short(frameCount: Int) throws {
        let plan = ExcerptPlan(frameCount: frameCount, secondsPerFrame: 0.001, workers: 4).excerpts
        try #require(!plan.isEmpty)
        #expect(plan.first!.lowerBound >= 0 && plan.last!.upperBound <= frameCount)
        #expect(plan.allSatisfy { !$0.isEmpty })
        for (left, right) in zip(plan, plan.dropFirst()) { #expect(left.upperBound <= right.lowerBound) }
    }

    @Test("the uncertainty of an estimate follows from the differences of the excerpts, and is at least a tenth")
    func uncertainty() {
        #expect(ExcerptFindings.uncertainty(of: [1, 1, 1, 1]) == 0.1)
        #expect(ExcerptFindings.uncertainty(of: [5]) == 0.5)
        let wide = ExcerptFindings.uncertainty(of: [1, 3, 1, 3])
        #expect(abs(wide - 2 * (4.0 / 3).squareRoot() / 2 / 2) < 1e-9)
    }

    @Test("joined rates have the work of all excerpts in turn, the mean of their bits, and no mux")
    func joined() throws {
        let (job, source) = (JobSample.job(rate: .constantRateFactor(21), maximum: 1), JobSample.source())
        let plan = JobSample.plan(job)
        func rates(_ seconds: Double, bits: Int) -> WorkRates {
            var work = PublishedWork()
            work.plan = plan
            work.mux = MuxResult(
                job: job.id,
                path: "",
                sha256: "",
                byteCount: 1,
                videoBits: bits,
                notes: [],
                cost: WorkCost(cpuSeconds: 9, wallSeconds: 9, maximumResidentBytes: 1)
            )
            let unit = WorkUnit(stage: .encode, pass: 1, ranges: [0])
            return WorkRates([unit.work: seconds], job: job, source: source, work: work)
        }
        var findings = ExcerptFindings()
        findings.add(ExcerptFindings.Excerpt(frames: 10, workSeconds: 1, videoBits: 1_000), rates(1, bits: 1_000_000))
        findings.add(ExcerptFindings.Excerpt(frames: 10, workSeconds: 3, videoBits: 1_000), rates(3, bits: 2_000_000))
        findings.add(ExcerptFindings.Excerpt(frames: 10, workSeconds: 2, videoBits: 1_000), rates(2, bits: 6_000_000))
        let joined = try #require(findings.rates)
        #expect(abs(try #require(joined.bits(job: job, source: source)) - 3_000_000) < 1)
        let unit = WorkUnit(stage: .encode, pass: 1, ranges: [0])
        let seconds = (0..<9).map { joined.seconds(of: unit, place: $0, job: job, source: source, plan: plan) ?? 0 }
        #expect(zip(seconds, [1, 3, 2]).allSatisfy { abs($0 - $1) < 1e-9 })
        // Each turn has all of them, beginning at another place.
        for turn in [3, 6] {
            #expect(zip(seconds[turn..<turn + 3].sorted(), [1, 2, 3]).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        #expect(joined.seconds(of: WorkUnit(stage: .mux), place: 0, job: job, source: source, plan: plan) == nil)
        #expect(findings.bitUncertainty == 0.1 && findings.timeUncertainty > 0.5)
    }

    @Test("a local estimate is shorter with more workers, and less time remains when units are done")
    func local() {
        let (job, source) = (JobSample.job(), JobSample.source())
        var knowledge = ClusterSimulation.Knowledge()
        let one = LocalForecast(job: job, source: source, knowledge: knowledge, workers: 1)
        let two = LocalForecast(job: job, source: source, knowledge: knowledge, workers: 2)
        #expect(one.wallSeconds == one.workSeconds && one.remainingSeconds == one.wallSeconds)
        #expect(two.wallSeconds < one.wallSeconds * 0.65 && two.wallSeconds >= one.wallSeconds / 2)
        #expect(two.waves.map(\.name).contains("encode again") && two.waves.last?.name == "verify")
        for range in 0..<3 {
            knowledge.seconds[WorkUnit(stage: .analyse, pass: 1, ranges: [range]).work] = one.workSeconds / 20
        }
        let begun = LocalForecast(job: job, source: source, knowledge: knowledge, workers: 2)
        #expect(begun.remainingSeconds < begun.wallSeconds)
    }
}
