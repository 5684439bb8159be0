import JobDocuments
import Jobs
import Media
import Platform
import Reporting

/// Reports of a film of three ranges: the middle one was encoded again, and the request of the first was refused.
enum ReportFixtures {
    static func report(
        name: String = "film",
        isFinished: Bool = true,
        middlePass: Int = 3,
        findings: [String] = [],
        luma: Double = 40,
        failure: String? = nil,
        hasFrames: Bool = false
    ) throws -> FilmReport {
        var job = try resolve("video:\n  rate: {average: 1000k}\n")
        job.name = name
        let plan = plan(job.id)
        var encodes = [
            result(job.id, pass: 2, range: 0, bits: 4_000_000, target: 4_000_000, asks: plan.ranges[0].timeRange),
            result(job.id, pass: 2, range: 1, bits: 3_300_000, target: 3_000_000, asks: plan.ranges[1].timeRange),
            result(job.id, pass: 2, range: 2, bits: 3_000_000, target: 3_000_000, luma: luma),
            result(job.id, pass: 3, range: 1, bits: 3_010_000, target: 3_000_000),
        ]
        for index in encodes.indices where hasFrames {
            let frames = encodes[index].frames
            encodes[index].figures = FrameFigures(
                psnr: frames.map { 40 + Double($0 % 24) / 10 },
                ssim: frames.map { 0.98 + Double($0 % 24) / 2000 }
            )
        }
        let analysis = (0..<3).map { result(job.id, pass: 1, range: $0, bits: 9_999_999, target: nil) }
        let checked = verify(job.id, film: "ab", pictures: 240, findings: findings)
        var costs = analysis.map { UnitCost(WorkUnit(stage: .analyse, pass: 1, ranges: [$0.range]), $0.cost) }
        costs += encodes.map { UnitCost(WorkUnit(stage: .encode, pass: $0.pass, ranges: [$0.range]), $0.cost) }
        if isFinished {
            costs.append(UnitCost(WorkUnit(stage: .mux), mux(job.id).cost))
            costs.append(UnitCost(WorkUnit(stage: .verify, ranges: checked.ranges), checked.cost))
        }
        return FilmReport(
            job: job,
            source: source(),
            plan: plan,
            costs: costs,
            analysis: analysis,
            encodes: encodes.reversed(),
            allocations: allocations(plan),
            selection: isFinished
                ? FilmSelection(
                    job: job.id,
                    passes: [2, middlePass, 2],
                    requests: [],
                    explanation: "the film is within its tolerance"
                ) : nil,
            mux: isFinished ? mux(job.id) : nil,
            verification: isFinished
                ? [
                    checked,
                    verify(job.id, film: "older", pictures: 7, findings: ["not about this film"]),
                ] : [],
            finished: isFinished
                ? FinishedFilm(
                    job: job.id,
                    path: "/jobs/out.mp4",
                    sha256: "ab",
                    byteCount: 1,
                    modificationTime: 0,
                    findings: [],
                    verification: .full
                ) : nil,
            wallSeconds: 12.5,
            failure: failure
        )
    }

    static func plan(_ job: String = "job") -> Plan {
        let bounds = [0, 96, 168, 240]
        let timeline = source().video.timeline
        return Plan(
            job: job,
            ranges: (0..<3).map { index in
                let frames = bounds[index]..<bounds[index + 1]
                return PlannedRange(index: index, frames: frames, timeRange: timeline.timeRange(of: frames))
            },
            sceneCuts: [96]
        )
    }

    private static func allocations(_ plan: Plan) -> [Allocation] {
        func target(_ range: Int, _ bits: Int) -> RangeTarget {
            RangeTarget(range: range, .fed(FedTarget(bits: bits)))
        }
        func decision(_ range: Int, isGranted: Bool) -> RequestDecision {
            RequestDecision(
                range: range,
                pass: 2,
                timeRange: plan.ranges[range].timeRange,
                missedBy: 0.1,
                isGranted: isGranted,
                reason: isGranted ? "it misses most" : "the budget is used up"
            )
        }
        return [
            Allocation(
                pass: 3,
                targets: [target(1, 3_000_000)],
                explanation: "closes the film's miss",
                requests: [decision(0, isGranted: false), decision(1, isGranted: true)]
            ),
            Allocation(
                pass: 2,
                wave: 2,
                targets: [target(0, 4_000_000), target(2, 3_000_000)],
                explanation: "the rest"
            ),
            Allocation(pass: 2, wave: 1, targets: [target(1, 3_000_000)], explanation: "the sample"),
        ]
    }

    private static func result(
        _ job: String,
        pass: Int,
        range: Int,
        bits: Int,
        target: Int?,
        asks: TimeRange? = nil,
        luma: Double = 40
    ) -> RangeResult {
        let frames = plan(job).ranges[range].frames
        return RangeResult(
            job: job,
            range: range,
            pass: pass,
            frames: frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: bits,
            targetBits: target,
            quality: pass == 1
                ? nil
                : RangeQuality(psnrY: luma, psnrU: 45, psnrV: 45, ssim: 0.9, frameCount: frames.count),
            furtherPasses: asks.map { [$0] } ?? [],
            optionsLine: "pass=\(pass) bframes=4",
            cost: WorkCost(cpuSeconds: 2, wallSeconds: 1, maximumResidentBytes: 1),
            host: "localhost",
            attempt: 1
        )
    }

    private static func mux(_ job: String) -> MuxResult {
        MuxResult(
            job: job,
            path: "/jobs/.out.mp4",
            sha256: "ab",
            byteCount: 1,
            videoBits: 1,
            notes: [],
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1)
        )
    }

    private static func verify(_ job: String, film: String, pictures: Int, findings: [String]) -> VerifyResult {
        VerifyResult(
            job: job,
            film: film,
            ranges: [0, 1, 2],
            findings: findings,
            picturesCompared: pictures,
            cost: WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1)
        )
    }
}
