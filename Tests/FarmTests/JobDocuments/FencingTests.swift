import Foundation
import Media
import TestSupport
import Testing

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import Reporting

@Suite("Documents of a coordinator that lost its lock", .temporaryFolder)
struct FencingTests {
    private let path = TemporaryFolder.current.path + "/" + JobSample.job().id
    private let job = JobSample.job(output: TemporaryFolder.current.path + "/film.mp4")

    /// The job directory as another process sees it: with its own lease.
    private var directory: JobDirectory { JobDirectory(path: path) }

    /// Starts the job under a first lease, with all documents of a film except its record.
    private func begin() throws -> (directory: JobDirectory, lease: JobLease, mux: MuxResult) {
        let first = directory
        try JobFiles.createFolder(path)
        let lease = try JobLease(of: first)
        try first.begin(job, source: JobSample.source())
        try first.publish(JobSample.plan(job))
        try first.publish(
            FilmSelection(
                job: job.id,
                passes: JobSample.plan(job).ranges.map { _ in 2 },
                requests: [],
                explanation: "for a test"
            )
        )
        let worker = FakeWorker(directory: directory, job: job)
        for range in JobSample.plan(job).ranges { try worker.publish(range, pass: 2, isAnalysis: false) }
        try worker.perform(WorkUnit(stage: .mux))
        let mux = try #require(try first.muxResult())
        try first.output(of: job).place(mux, overwrites: false)
        return (first, lease, mux)
    }

    private func record(_ mux: MuxResult, findings: [String] = []) -> FinishedFilm {
        FinishedFilm(
            job: job.id,
            path: job.outputPath,
            attempt: mux.attempt,
            sha256: mux.sha256,
            byteCount: mux.byteCount,
            modificationTime: FileStatus(path: job.outputPath)?.modificationTime ?? 0,
            findings: findings,
            verification: .full
        )
    }

    /// Writes a document like a coordinator that loses its lease after checking it and before writing.
    private func write(_ document: some Encodable, by stale: JobDirectory, at path: String) throws {
        try stale.replace(stale.leases.stamped(document), at: path)
    }

    private func work() throws -> (work: PublishedWork, discarded: [String]) {
        var discarded: [String] = []
        let work = try directory.reader.work(of: job, timeline: JobSample.timeline) { discarded.append($0) }
        return (work, discarded)
    }

    /// Expects that every reader treats the record as missing.
    private func expectNoRecord() throws {
        #expect(try directory.finishedFilm() == nil)
        #expect(try directory.report()?.finished == nil)
        // What `status` and `watch` report.
        #expect(try directory.status().state == .stopped && directory.status().findings.isEmpty)
        #expect(try JobFolder(path: TemporaryFolder.current.path).maker(of: job.outputPath) == nil)
        let (work, discarded) = try work()
        #expect(work.finished == nil && work.mux != nil)
        #expect(discarded.count == 1 && discarded[0].contains("finished.json"), "\(discarded)")
    }

    @Test("no two leases have the same number, even if the lock of the first was lost")
    func numbers() throws {
        let first = directory
        try JobFiles.createFolder(path)
        let lost = try JobLease(of: first)
        #expect(first.leases.epoch == 1)
        lost.release()
        let second = directory
        let lease = try JobLease(of: second)
        #expect(second.leases.epoch == 2 && first.leases.epoch == 1)
        #expect(try directory.leases.newest()?.holder == lease.holder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: first.paths.leasesFolder) == ["000002.json"])
        // Both try to take the next lease at once.
        #expect(try first.leases.begin(lost.holder, restarts: false) == 3)
        #expect(try second.leases.begin(lease.holder, restarts: false) == 4)
        let error = #expect(throws: LeaseError.self) { try first.leases.confirm() }
        #expect(error?.code == .lost && error?.kind == .temporary)
        try second.leases.confirm()
    }

    @Test("are not written by a coordinator that notices the loss")
    func notWritten() throws {
        let (first, lease, mux) = try begin()
        lease.release()
        let second = directory
        let newer = try JobLease(of: second)
        var other = job
        other.name = "stale"
        let (film, stale) = (record(mux), other)
        let writes: [() throws -> Void] = [
            { try first.publish(film) }, { try first.writeReport(wallSeconds: 1, failure: nil) },
            { try first.begin(stale, source: JobSample.source()) },
        ]
        for write in writes {
            let error = #expect(throws: LeaseError.self) { try write() }
            #expect(error?.code == .lost)
        }
        #expect(try directory.job() == job && directory.finishedFilm() == nil && directory.writtenReport() == nil)
        withExtendedLifetime(newer) {}
    }

    /// When the stale coordinator writes the document.
    enum Moment: CaseIterable { case beforeTheLease, afterTheLease, afterItsRecord }

    @Test(
        "count if the next coordinator found them, and are rejected by all readers if they came later",
        arguments: Moment.allCases
    )
    func record(moment: Moment) throws {
        let (first, lease, mux) = try begin()
        lease.release()
        let stale = record(mux, findings: ["what the stale one says"])
        if moment == .beforeTheLease { try write(stale, by: first, at: first.paths.finished) }
        let second = directory
        let newer = try JobLease(of: second)
        if moment == .afterItsRecord { try second.publish(record(mux)) }
        if moment != .beforeTheLease { try write(stale, by: first, at: first.paths.finished) }
        if moment == .beforeTheLease {
            #expect(try directory.finishedFilm() == stale)
            #expect(try work().work.finished == stale)
        } else {
            newer.release()
            try expectNoRecord()
            // It was removed as stale, and the next run records the film again.
            try write(stale, by: first, at: first.paths.finished)
        }
        newer.release()
        let third = directory
        let last = try JobLease(of: third)
        #expect(try directory.finishedFilm() == (moment == .beforeTheLease ? stale : nil), "nobody adopts it")
        try third.publish(record(mux))
        #expect(try directory.finishedFilm() == record(mux))
        withExtendedLifetime(last) {}
    }

    @Test("a job and a source that a stale coordinator replaced are not read, and the next run writes them again")
    func jobAndSource() throws {
        let (first, lease, _) = try begin()
        lease.release()
        let second = directory
        let newer = try JobLease(of: second)
        var stale = job
        stale.outputPath = TemporaryFolder.current.path + "/elsewhere.mp4"
        try write(stale, by: first, at: first.paths.job)
        try write(JobSample.source(path: "/films/moved.mov"), by: first, at: first.paths.source)
        let reads: [() throws -> Void] = [
            { _ = try directory.job() }, { _ = try directory.source() }, { _ = try directory.status() },
        ]
        for read in reads {
            let error = #expect(throws: FarmError.self) { try read() }
            #expect(error?.code == .missingDocument && error?.cause.contains("lost its lease") == true)
        }
        newer.release()
        let third = directory
        let last = try JobLease(of: third)
        try third.begin(job, source: JobSample.source())
        #expect(try directory.job() == job && directory.source() == JobSample.source())
        withExtendedLifetime(last) {}
    }

    @Test("a report that a stale coordinator wrote does not count")
    func report() throws {
        let (first, lease, _) = try begin()
        try first.writeReport(wallSeconds: 7, failure: nil)
        #expect(directory.writtenReport()?.wallSeconds == 7)
        lease.release()
        let stale = try #require(try first.report(wallSeconds: 8)).document(underLease: first.leases.epoch)
        let second = directory
        let newer = try JobLease(of: second)
        #expect(directory.writtenReport()?.wallSeconds == 7, "the second coordinator found it")
        try Data(stale).write(to: URL(filePath: first.paths.report))
        #expect(directory.writtenReport() == nil)
        withExtendedLifetime(newer) {}
    }

    @Test("results of units stay valid under later leases, but not those of units that started before a restart")
    func units() throws {
        let (first, lease, mux) = try begin()
        lease.release()
        let second = directory
        var newer = try JobLease(of: second)
        #expect(try work().work.mux == mux, "its coordinator ended properly, or died: the film is the same")
        newer.release()
        newer = try JobLease(of: second, restarts: true)
        #expect(try directory.muxResult() == nil)
        // A unit that started before publishes now, under the number of the lease at its start.
        try FileManager.default.removeItem(atPath: first.paths.mux)
        try first.publish(mux)
        try write(
            VerifyResult(
                job: job.id,
                film: mux.sha256,
                attempt: mux.attempt,
                ranges: [0],
                findings: [],
                picturesCompared: 1,
                cost: JobSample.cost
            ),
            by: first,
            at: first.paths.verification(firstRange: 0)
        )
        #expect(try directory.muxResult() == nil && directory.verifyResult(firstRange: 0) == nil)
        let (work, discarded) = try work()
        #expect(work.mux == nil && discarded.count == 1 && discarded[0].contains("mux.json"))
        // It is removed, so that a unit of the restarted job can publish.
        let later = directory
        try later.leases.writeUnderNewest()
        #expect(try later.publish(mux))
        #expect(try self.work().work.mux == mux)
        withExtendedLifetime(newer) {}
    }

    @Test("a job from before leases had numbers is resumed, and what was written then counts")
    func oldDirectory() throws {
        let old = directory
        try old.begin(job, source: JobSample.source())
        try old.publish(JobSample.plan(job))
        var mux = MuxResult(
            job: job.id,
            path: JobOutput.temporaryPath(of: job, attempt: nil),
            sha256: "",
            byteCount: 6,
            videoBits: 1,
            notes: [],
            cost: JobSample.cost
        )
        try Data("a film".utf8).write(to: URL(filePath: mux.path))
        mux.modificationTime = JobSample.modificationTime(of: mux.path)
        try old.publish(mux)
        for document in [old.paths.job, old.paths.source, old.paths.mux] {
            let text = try String(contentsOfFile: document, encoding: .utf8)
            #expect(!text.contains("\"epoch\"") && !text.contains("\"attempt\""), "as they were written before")
        }
        let first = directory
        let lease = try JobLease(of: first)
        #expect(try work().work.mux == mux && directory.job() == job && directory.source() == JobSample.source())
        withExtendedLifetime(lease) {}
    }

    @Test("a coordinator that has lost its lease ends with 75, renames no film, and removes nothing of the next one")
    func overtaken() async throws {
        let path = path
        // What the next coordinator is writing.
        let files = [
            path + "/.report.json.abc.partial",
            JobOutput.temporaryPath(of: job, attempt: FilmAttempt.newName()),
        ]
        let holder = LeaseHolder(processID: 1, host: "elsewhere", start: "2026-01-02T03:04:05Z")
        let executor = FakeExecutor(
            FakeWorker(directory: directory, job: job),
            onUnit: { unit in
                guard unit.stage == .verify, unit.ranges.contains(0) else { return }
                // Like another machine, when the server has forgotten the lock.
                do {
                    _ = try JobDirectory(path: path).leases.begin(holder, restarts: false)
                    for file in files { try Data("half".utf8).write(to: URL(filePath: file)) }
                } catch {
                    Issue.record(error)
                }
            }
        )
        let runner = JobRunner(
            directory: directory,
            job: job,
            source: JobSample.source(),
            allocator: PlainRateControl(),
            executor: executor
        )
        let outcome = await runner.run()
        #expect(outcome.exitCode == 75, "\(outcome)")
        guard case .failed(let error) = outcome else { return }
        #expect(error.code == .inUse && error.cause.contains("elsewhere"))
        #expect(!FileManager.default.fileExists(atPath: job.outputPath))
        #expect(try directory.finishedFilm() == nil)
        for file in files { #expect(FileManager.default.fileExists(atPath: file), "\(file)") }
    }
}
