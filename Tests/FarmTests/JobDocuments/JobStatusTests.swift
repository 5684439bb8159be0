import Foundation
import Media
import TestSupport
import Testing

@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import Reporting

@Suite("The status of a job", .temporaryFolder)
struct JobStatusTests {
    private var directory: JobDirectory { JobDirectory(path: TemporaryFolder.current.appending(path: "job").path) }

    private func begin() throws -> (job: ResolvedJob, plan: Plan) {
        var job = try resolve("video:\n  rate: {average: 1000k}\n")
        job.outputPath = TemporaryFolder.current.appending(path: "out.mp4").path
        try directory.begin(job, source: source())
        let report = try ReportFixtures.report()
        let ranges = report.ranges.map {
            PlannedRange(index: $0.index, frames: $0.frames, timeRange: $0.timeRange)
        }
        return (job, Plan(job: job.id, ranges: ranges, sceneCuts: [96]))
    }

    private func allocation(_ pass: Int, wave: Int = 1, _ role: PassRole, _ ranges: [Int]) -> Allocation {
        Allocation(
            pass: pass,
            wave: wave,
            targets: ranges.map { RangeTarget(range: $0, .sample(role)) }
        )
    }

    private let cost = WorkCost(cpuSeconds: 1, wallSeconds: 1, maximumResidentBytes: 1)

    private func result(_ job: ResolvedJob, pass: Int, range: PlannedRange) -> RangeResult {
        RangeResult(
            job: job.id,
            range: range.index,
            pass: pass,
            frames: range.frames,
            storage: nil,
            silo: nil,
            parameterSets: nil,
            bits: 1000,
            targetBits: nil,
            quality: nil,
            furtherPasses: [],
            optionsLine: "",
            cost: cost,
            host: "localhost",
            attempt: 1
        )
    }

    @Test("it follows the job from the scout to the film")
    func life() throws {
        let (job, plan) = try begin()
        var status = try directory.status()
        #expect(status.state == .stopped)
        #expect(status.stage == .scout)
        #expect(status.ranges == nil)
        #expect(status.passes == [PassStatus(pass: 0, doneRanges: 0, ranges: 4)])

        try directory.publish(plan)
        #expect(try directory.status().stage == .analyse)
        try directory.publish(allocation(1, .analysis, [0, 1, 2]))
        try directory.publish(result(job, pass: 1, range: plan.ranges[1]))
        status = try directory.status()
        #expect(status.stage == .analyse)
        #expect(status.passes.last == PassStatus(pass: 1, doneRanges: 1, ranges: 3))

        for range in [0, 2] { try directory.publish(result(job, pass: 1, range: plan.ranges[range])) }
        try directory.publish(allocation(2, .fed, [1]))
        try directory.publish(result(job, pass: 2, range: plan.ranges[1]))
        status = try directory.status()
        #expect(status.stage == .encode)
        #expect(status.passes.last == PassStatus(pass: 2, doneRanges: 1, ranges: 3))

        try directory.publish(allocation(3, .fed, [2]))
        #expect(try directory.status().passes.last == PassStatus(pass: 3, doneRanges: 0, ranges: 1))
        try directory.publish(FilmSelection(job: job.id, passes: [2, 2, 3], requests: [], explanation: ""))
        #expect(try directory.status().stage == .mux)
    }

    @Test("a film with its final name is finished, or faulty if verification failed", arguments: [[], ["frame 3"]])
    func finished(findings: [String]) throws {
        let (job, plan) = try begin()
        try directory.publish(plan)
        let mux = MuxResult(
            job: job.id,
            path: job.outputPath,
            sha256: "ab",
            byteCount: 4,
            videoBits: 1,
            notes: [],
            cost: cost
        )
        try directory.publish(mux)
        for film in ["ab", "older"] {
            let first = film == "ab" ? 0 : 2
            try directory.publish(
                VerifyResult(
                    job: job.id,
                    film: film,
                    ranges: [first],
                    findings: film == "ab" ? findings : ["not about this film"],
                    picturesCompared: 1,
                    cost: cost
                )
            )
        }
        var status = try directory.status()
        #expect(status.stage == .verify)
        #expect(status.verifiedRanges == 1)
        #expect(status.findings == findings)

        try directory.publish(
            FinishedFilm(
                job: job.id,
                path: job.outputPath,
                sha256: "ab",
                byteCount: 4,
                modificationTime: 0,
                findings: findings,
                verification: .full
            )
        )
        #expect(try directory.status().state == .stopped)
        try Data("film".utf8).write(to: URL(filePath: job.outputPath))
        status = try directory.status()
        #expect(status.state == (findings.isEmpty ? .finished : .faulty))
        #expect(status.stage == nil)
        #expect(try JSONDecoder().decode(JobStatus.self, from: JSONEncoder().encode(status)) == status)
    }

    @Test("a job is running while somebody holds its lease")
    func running() throws {
        _ = try begin()
        do {
            let lease = try JobLease(of: directory)
            let status = try directory.status()
            #expect(status.state == .running)
            #expect(status.holder == lease.holder)
            #expect(
                status.lines.first?.contains("running in stage scout, process \(lease.holder.processID) on") == true
            )
        }
        let lines = try directory.status().lines
        #expect(lines.first?.contains("stopped in stage scout; `granary run`") == true)
        #expect(lines.contains("  scout   0 of 4 stretches"))
    }

    @Test("a folder without a job is a clear error")
    func noJob() {
        let error = #expect(throws: FarmError.self) { try directory.status() }
        #expect(error?.code == .missingDocument)
    }
}
