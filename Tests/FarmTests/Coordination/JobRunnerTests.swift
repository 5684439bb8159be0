import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform
import Storage
import TestSupport
import Testing

@Suite("Job runner", .temporaryFolder)
struct JobRunnerTests {
    private var folder: String { TemporaryFolder.current.path }
    private var directory: JobDirectory { JobDirectory(path: folder + "/job") }
    private var job: ResolvedJob { JobSample.job(output: folder + "/out/film.mp4") }

    private final class Log: Sendable {
        private let list = Locked<[JobEvent]>([])
        var events: [JobEvent] { list.withLock { $0 } }
        func append(_ event: JobEvent) { list.withLock { $0.append(event) } }
    }

    private func executor(
        fails: @escaping @Sendable (WorkUnit) -> UnitExit? = { _ in nil },
        onUnit: @escaping @Sendable (WorkUnit) -> Void = { _ in }
    ) -> FakeExecutor {
        FakeExecutor(FakeWorker(directory: directory, job: job), fails: fails, onUnit: onUnit)
    }

    @discardableResult
    private func run(
        _ executor: FakeExecutor,
        _ log: Log = Log(),
        options: JobRunner.Options = JobRunner.Options()
    ) async -> JobOutcome {
        await runner(executor, log, options: options).run()
    }

    private func runner(
        _ executor: FakeExecutor,
        _ log: Log = Log(),
        options: JobRunner.Options = JobRunner.Options()
    ) -> JobRunner {
        JobRunner(
            directory: directory,
            job: job,
            source: JobSample.source(),
            allocator: PlainRateControl(),
            executor: executor,
            options: options
        ) { log.append($0) }
    }

    private func film() throws -> Data { try Data(contentsOf: URL(filePath: job.outputPath)) }

    @Test("a job writes one file, its film, and emits its events in order")
    func wholeJob() async throws {
        let log = Log()
        let outcome = await run(executor(), log)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let silos = String(decoding: try film(), as: UTF8.self).split(separator: "\n")
        #expect(silos.count == JobSample.plan(job).ranges.count && !silos.contains("none"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out") == ["film.mp4"])
        guard case .resolved = log.events.first, case .finished = log.events.last else {
            Issue.record("the first or last event is wrong")
            return
        }
        #expect(log.events.count { $0.isLast } == 1)
        #expect(log.events.count { if case .resolved = $0 { true } else { false } } == 1)
        #expect(log.events.contains { if case .rangePublished(.encode, 3, 5) = $0 { true } else { false } })
        #expect(try directory.allocations().map(\.job) == directory.allocations().map { _ in job.id })
    }

    @Test("files of a killed worker are removed at the end of the same run")
    func killedWorker() async throws {
        let directory = directory
        let partial = directory.paths.passFolder(2) + "/.range-00001.1a2b3c.partial"
        let outcome = await run(
            executor(onUnit: { unit in
                // The file of a worker that was killed while it published. Another worker then does the unit.
                guard unit.stage == .mux else { return }
                _ = FileManager.default.createFile(atPath: partial, contents: Data("half".utf8))
            })
        )
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: partial))
        #expect(try directory.reader.work(of: job, timeline: JobSample.timeline).finished != nil)
    }

    @Test("a finished job that is run again starts no unit and leaves the film as it is")
    func again() async throws {
        await run(executor())
        let before = try FileManager.default.attributesOfItem(atPath: job.outputPath)[.modificationDate] as? Date
        let second = executor()
        guard case .finished(_, wasComplete: true) = await run(second) else {
            Issue.record("the job was not complete")
            return
        }
        #expect(second.units.isEmpty)
        let after = try FileManager.default.attributesOfItem(atPath: job.outputPath)[.modificationDate] as? Date
        #expect(before == after)
    }

    @Test("a partial report of a killed coordinator is removed by the next run of the finished job")
    func halfWrittenReport() async throws {
        await run(executor())
        let partial = directory.path + "/.report.html.2ukpapreedow2.partial"
        #expect(FileManager.default.createFile(atPath: partial, contents: Data("half".utf8)))
        let second = executor()
        #expect(await run(second).exitCode == 0 && second.units.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: partial))
    }

    @Test("the lease of a job is held while its outcome is reported, and is free afterwards")
    func reporting() async throws {
        let directory = directory
        let refusal = await runner(executor()).run { outcome -> LeaseError.Code? in
            #expect(outcome.exitCode == 0)
            do throws(LeaseError) { _ = try JobLease(of: directory) } catch { return error.code }
            return nil
        }
        #expect(refusal == .held)
        let lease = try JobLease(of: directory)
        // A job that another process runs is reported, too.
        #expect(await runner(executor()).run { $0.exitCode } == 75)
        withExtendedLifetime(lease) {}
    }

    @Test("a job that is interrupted at any unit continues in the next run and makes the same film")
    func interrupted() async throws {
        let all = executor()
        await run(all)
        let whole = try film()
        for number in stride(from: 1, through: all.units.count, by: 7) {
            try FileManager.default.removeItem(atPath: job.outputPath)
            try FileManager.default.removeItem(atPath: directory.path)
            try await interrupt(at: number, whole)
        }
    }

    private func interrupt(at number: Int, _ whole: Data) async throws {
        let count = Locked(0)
        let reference = Locked<JobRunner?>(nil)
        let first = executor(onUnit: { _ in
            let isDue = count.withLock { count in
                count += 1
                return count == number
            }
            if isDue { reference.withLock { $0 }?.drain() }
        })
        let runner = runner(first)
        reference.withLock { $0 = runner }
        #expect(await runner.run().exitCode == 130)
        #expect(!FileManager.default.fileExists(atPath: job.outputPath))
        let second = executor()
        let outcome = await run(second)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try film() == whole)
        let repeated = Set(first.units.map(\.description)).intersection(second.units.map(\.description))
        #expect(repeated.isEmpty)
    }

    @Test("a corrupted silo is found before the mux, and only its range is encoded again")
    func corruptedSilo() async throws {
        let stopping = executor(fails: { $0.stage == .mux ? .code(73) : nil })
        #expect(await run(stopping).exitCode == 73)
        let silo = try #require(try directory.result(pass: 2, range: 4)?.silo)
        let path = directory.paths.passFolder(2) + "/" + silo.name
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes[bytes.count / 3] ^= 4
        try bytes.write(to: URL(filePath: path))
        let log = Log()
        let second = executor()
        #expect(await run(second, log).exitCode == 0)
        #expect(second.units.filter { $0.stage == .encode }.map(\.description) == ["encode pass 2, range 4"])
        #expect(log.events.contains { if case .discarded = $0 { true } else { false } })
        #expect(String(decoding: try film(), as: UTF8.self).contains(silo.sha256))
    }

    /// An executor whose film is damaged after some of the attempts at the mux, without a change of its modification
    /// time.
    private func damagingExecutor(_ isDamaged: @escaping @Sendable (Int) -> Bool) -> FakeExecutor {
        let (directory, count) = (directory, Locked(0))
        return FakeExecutor(
            FakeWorker(directory: directory, job: job),
            afterUnit: { unit in
                guard unit.stage == .mux else { return }
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard isDamaged(number), let film = try? directory.muxResult()?.path else { return }
                do { try JobSample.damage(film) } catch { Issue.record(error) }
            }
        )
    }

    private func run(_ executor: FakeExecutor, _ log: Log = Log(), verification: Verification) async -> JobOutcome {
        var job = job
        job.verification = verification
        return await JobRunner(
            directory: directory,
            job: job,
            source: JobSample.source(),
            allocator: PlainRateControl(),
            executor: executor
        ) { log.append($0) }.run()
    }

    @Test(
        "a film that is damaged between mux and verification is muxed again, with every extent of verification",
        arguments: [Verification.full, .sample, .none]
    )
    func damagedFilm(verification: Verification) async throws {
        await run(executor())
        let whole = try film()
        try FileManager.default.removeItem(atPath: job.outputPath)
        try FileManager.default.removeItem(atPath: directory.path)
        let (log, damaging) = (Log(), damagingExecutor { $0 == 1 })
        let outcome = await run(damaging, log, verification: verification)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try film() == whole)
        #expect(damaging.units.count { $0.stage == .mux } == 2)
        #expect(!damaging.units.contains { $0.stage == .encode && $0.attempt > 1 })
        #expect(log.events.contains { if case .discarded = $0 { true } else { false } })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out") == ["film.mp4"])
    }

    @Test(
        "a film that is always damaged on disk gets no final name, even without verification",
        arguments: [Verification.full, .none]
    )
    func hopelessDisk(verification: Verification) async throws {
        let outcome = await run(damagingExecutor { _ in true }, verification: verification)
        #expect(outcome.exitCode == (verification == .none ? 74 : 3), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: job.outputPath))
        // When the disk is repaired, a run of the same kind makes the film.
        let outcomeAfterwards = await run(executor(), verification: verification)
        #expect(outcomeAfterwards.exitCode == 0, "\(outcomeAfterwards)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out") == ["film.mp4"])
    }

    @Test("a silo that was damaged without a change of its modification time is made again when the mux finds it")
    func damagedSilo() async throws {
        let directory = directory
        let isDamaged = Locked(false)
        let executor = executor(
            fails: { unit in
                guard unit.stage == .mux, let silo = try? directory.result(pass: 2, range: 4)?.silo else { return nil }
                let isFirst = isDamaged.withLock { isDamaged in
                    defer { isDamaged = true }
                    return !isDamaged
                }
                guard isFirst else { return nil }
                try? JobSample.damage(silo.path(in: directory.paths.passFolder(2)))
                return .code(65)
            }
        )
        let outcome = await run(executor)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let again = executor.units.filter { $0.stage == .encode && $0.attempt > 1 }
        #expect(again.map(\.description) == ["encode pass 2, range 4"])
        #expect(executor.units.count { $0.stage == .mux } == 2)
    }

    @Test("temporary films are kept while a unit lives, and removed when it is gone")
    func leftovers() async throws {
        await run(executor())
        let left = JobOutput.temporaryPath(of: job, attempt: FilmAttempt.newName())
        let old = JobOutput.temporaryPath(of: job, attempt: nil)
        for path in [left, old] { try Data("half a film".utf8).write(to: URL(filePath: path)) }
        do {
            let unit = try UnitPresence(of: directory)
            #expect(await run(executor()).exitCode == 0)
            #expect(FileManager.default.fileExists(atPath: left))
            withExtendedLifetime(unit) {}
        }
        #expect(await run(executor()).exitCode == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out") == ["film.mp4"])
    }

    @Test("a film that is lost after the job is made again from its silos")
    func lostFilm() async throws {
        await run(executor())
        let whole = try film()
        try FileManager.default.removeItem(atPath: job.outputPath)
        let second = executor()
        let outcome = await run(second)
        #expect(outcome.exitCode == 0, "\(outcome)")
        #expect(try film() == whole)
        #expect(Set(second.units.map(\.stage)).isSubset(of: [.mux, .verify]))
    }

    @Test("a foreign file under the output's name is only replaced with `overwritesOutput`")
    func foreignOutput() async throws {
        try FileManager.default.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: job.outputPath))
        let log = Log()
        let refused = executor()
        #expect(await run(refused, log).exitCode == 73)
        #expect(refused.units.isEmpty && log.events.count == 2)
        #expect(try film() == Data("mine".utf8))
        let allowed = await run(executor(), options: JobRunner.Options(overwritesOutput: true))
        #expect(allowed.exitCode == 0)
        #expect(try film() != Data("mine".utf8))
    }

    @Test("a file that takes the output's name while the job runs is not replaced")
    func lateForeignOutput() async throws {
        let path = job.outputPath
        let late = executor(onUnit: { unit in
            if unit.stage == .verify { try? Data("mine".utf8).write(to: URL(filePath: path)) }
        })
        #expect(await run(late).exitCode == 73)
        #expect(try film() == Data("mine".utf8))
        try FileManager.default.removeItem(atPath: path)
        let second = executor()
        #expect(await run(second).exitCode == 0)
        #expect(second.units.isEmpty)
    }

    @Test("a job that is started again with --restart repeats all work and replaces its own film")
    func restart() async throws {
        await run(executor())
        let second = executor()
        #expect(await run(second, options: JobRunner.Options(restarts: true)).exitCode == 0)
        #expect(second.units.contains { $0.stage == .analyse })
    }

    @Test("a failing unit ends the job, and the last event has the unit's last log lines")
    func failure() async throws {
        let log = Log()
        let outcome = await run(executor(fails: { $0.stage == .encode ? .code(65) : nil }), log)
        #expect(outcome.exitCode == 65)
        guard case .failed(let explanation, 65) = log.events.last else {
            Issue.record("the last event is wrong")
            return
        }
        #expect(explanation.contains("last words") && explanation.contains("log/pass-02"))
        #expect(!FileManager.default.fileExists(atPath: job.outputPath))
    }

    @Test("an output that is the source, a folder, or inside of a file is refused before any work")
    func badOutputs() async throws {
        let sourcePath = folder + "/in.mp4"
        try Data("film".utf8).write(to: URL(filePath: sourcePath))
        func code(_ output: String, overwrites: Bool = true) async -> FarmError.Code? {
            let executor = executor()
            let runner = JobRunner(
                directory: directory,
                job: JobSample.job(output: output),
                source: JobSample.source(path: sourcePath),
                allocator: PlainRateControl(),
                executor: executor,
                options: JobRunner.Options(overwritesOutput: overwrites)
            )
            guard case .failed(let error) = await runner.run(), executor.units.isEmpty else { return nil }
            return error.code
        }
        #expect(await code(sourcePath) == .outputIsSource)
        #expect(await code(folder) == .foreignOutput)
        #expect(await code(sourcePath + "/film.mp4") == .unwritableOutput)
    }

    @Test("a second coordinator of the same job is refused")
    func lease() async throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let lease = try JobLease(of: directory)
        let second = executor()
        #expect(await run(second).exitCode == 75)
        #expect(second.units.isEmpty)
        withExtendedLifetime(lease) {}
    }
}
