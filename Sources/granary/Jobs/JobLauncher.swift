import ArgumentParser
import Confinement
import Coordination
import Encoding
import Foundation
import JobDocuments
import Jobs
import LocalEngine
import Media
import Platform
import RateControl
import Reporting
import SlurmEngine
import Worker

/// Takes a manifest from its text to the finished film: probes, resolves, runs, reports.
struct JobLauncher {
    private let options: RunOptions
    private let beginning: JobBeginning
    private let leavesTasks: Bool
    private let interrupted = Locked(false)

    /// True once the user has interrupted a run, even if that run then finished. No further run may begin.
    var wasInterrupted: Bool { interrupted.withLock { $0 } }

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - hashesSource: true if a new job identifies its source by all of its bytes.
    ///   - leavesTasks: true if an interruption ends this process at once and leaves its tasks on the cluster for the
    ///     next coordinator.
    init(_ options: RunOptions, hashesSource: Bool = false, leavesTasks: Bool = false) {
        self.options = options
        beginning = JobBeginning(hashesSource: hashesSource, sandbox: options.sandbox.mode)
        self.leavesTasks = leavesTasks
    }

    /// Refuses a sandbox mode that workers on this machine would refuse. The nodes of a cluster check it themselves.
    private func checkSandbox() throws {
        if options.engine == .local { try KernelOffer.current.check(options.sandbox.mode) }
    }

    /// Runs a job and returns the exit code: 0, or the code of the failure; of the worst one if it makes several films.
    func run(_ manifest: Manifest) async throws -> Int32 {
        try checkSandbox()
        let (jobs, source) = try beginning.resolve(manifest)
        return try await launch(jobs, source, in: beginning.directory(of: jobs[0], in: options.jobsFolder))
    }

    /// Continues a job that has a directory.
    func resume(_ directory: JobDirectory) async throws -> Int32 {
        try checkSandbox()
        let job = try directory.job()
        let source = try directory.source()
        guard job.isOver(source.identity) else {
            throw FileFailure(
                kind: .badInput,
                attempted: "continue the job",
                subject: directory.paths.source,
                cause: "it describes \(source.paths.joined(separator: ", ")), which is not the source of the job",
                remedy: "restore this file, or run the job with its manifest and --restart"
            )
        }
        try SourceReader(sandbox: options.sandbox.mode).verifyIdentity(of: source)
        return try await launch([job] + directory.outputs().map { try $0.job() }, source, in: directory)
    }

    /// Makes the films of a job, or with --dry-run prints what it would do.
    private func launch(
        _ resolved: [ResolvedJob],
        _ source: SourceDescription,
        in directory: JobDirectory
    ) async throws -> Int32 {
        var jobs = resolved
        if options.noVerify { for index in jobs.indices { jobs[index].verification = .none } }
        let directories = beginning.directories(of: jobs, first: directory)
        if options.dryRun {
            try await printForecast(of: Array(zip(jobs, directories)), source)
            return 0
        }
        if options.progress != .none {
            for line in jobs.flatMap({ $0.warnings(about: source) }).unique {
                StandardError.write("granary: warning: \(PlainText.field(line))\n")
            }
        }
        if jobs.count == 1 { return try await run(jobs[0], source, in: directory).exitCode }
        return try await runAll(jobs, source, in: directories)
    }

    /// Makes several films, one after the other. One that fails does not stop the others, an interruption does.
    private func runAll(
        _ jobs: [ResolvedJob],
        _ source: SourceDescription,
        in directories: [JobDirectory]
    ) async throws -> Int32 {
        // An output that cannot be written shows before anything is encoded, and the job can be resumed by its
        // directory from the first moment on. A film that is made again is left to its own run.
        for (job, directory) in zip(jobs, directories).dropFirst() where !options.restart || !directory.holdsJob {
            try beginning.begin(job, source, in: directory, overwrites: options.overwrite)
        }
        var endings: [Ending] = []
        for (job, directory) in zip(jobs, directories) where !wasInterrupted {
            let film = ProgressDisplay.Film(name: job.outputName ?? job.name, isFirst: endings.isEmpty)
            endings.append(try await run(job, source, in: directory, film: film, first: directories[0]))
            if endings.last?.exitCode == FailureKind.interrupted.rawValue { break }
        }
        // The film that was being made may have been finished all the same, but the job is not.
        if endings.count < jobs.count {
            endings.append(Ending(outcome: .failed(.interrupted), exitCode: FailureKind.interrupted.rawValue))
        }
        updateReport(in: directories[0])
        let worst = FailureKind.worst(of: endings.map(\.exitCode))
        if options.progress.resolved == .json { try StandardOutput.writeLine(json: Self.last(endings, worst)) }
        return worst
    }

    /// The event that ends a job of several films: that of the first film if all are made, otherwise the worst
    /// failure.
    private static func last(_ endings: [Ending], _ worst: Int32) -> JobEvent {
        let failed = endings.filter { ending in
            if case .failed = ending.outcome { return true }
            return false
        }
        let code = FailureKind.worst(of: failed.map(\.exitCode))
        return (failed.first { $0.exitCode == code } ?? endings[0]).outcome.event
    }

    /// Adds to the report of the first of several films what became of the others.
    private func updateReport(in directory: JobDirectory) {
        do {
            try directory.updateReport()
        } catch let error as LeaseError where error.code == .lost {
            // Another coordinator already runs the job again, and writes the report.
        } catch {
            StandardError.write("granary: the report could not be written: \(error)\n")
        }
    }

    /// How a film ended, and the exit code, which also tells of a goal that it misses.
    private struct Ending {
        let outcome: JobOutcome
        let exitCode: Int32
    }

    /// Prints what a job would do, and the time and disk space it would take.
    private func printForecast(
        of films: [(job: ResolvedJob, directory: JobDirectory)],
        _ source: SourceDescription
    ) async throws {
        var runs: [DryRun] = []
        for film in films { runs.append(try await dryRun(of: film.job, source, in: film.directory)) }
        if options.json {
            var forecast = runs[0].forecast
            if runs.count > 1 { forecast.furtherOutputs = runs.dropFirst().map(\.forecast) }
            return try StandardOutput.write(json: forecast)
        }
        StandardOutput.write(runs.map(\.text).joined(separator: "\n"))
    }

    /// What making a film would take, by encoding excerpts if that tells more.
    private func dryRun(
        of job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory
    ) async throws -> DryRun {
        var dryRun = try DryRun(
            job: job,
            source: source,
            directory: directory,
            workers: workers(for: job, source).count
        )
        if !options.noTrial, dryRun.wantsTrial {
            let trial = ExcerptTrial(job: job, source: source, workers: dryRun.workers, sandbox: options.sandbox.mode)
            dryRun.findings = try await trial.run { excerpts, frames in
                guard options.progress != .none else { return }
                StandardError.write(
                    "granary: encoding \(counted(excerpts, "excerpt")) of \(counted(frames, "frame")); "
                        + "--no-trial skips this\n"
                )
            }
        }
        return dryRun
    }

    /// How many ranges are encoded at the same time on this machine.
    private func workers(for job: ResolvedJob, _ source: SourceDescription) -> WorkerCount {
        options.workers.map(WorkerCount.requested)
            ?? WorkerCount.fitting(.current, settings: job.encoder, sourceSize: source.video.size)
    }

    /// What runs the units: children of this process, or tasks of a cluster.
    private func executor(for job: ResolvedJob, _ source: SourceDescription) throws -> any Executor {
        switch options.engine {
        case .local:
            return LocalExecutor(
                workers: workers(for: job, source).count,
                sandbox: options.sandbox.mode,
                // An earlier coordinator may have begun the job on a cluster.
                endOthers: { try SlurmExecutor(SlurmAccess()).endLeftovers(of: $0) }
            )
        case .slurm:
            let requested = (job.slurm ?? SlurmOptions()).over(try SlurmSite.options())
            let program = options.trial.program ?? OwnProgram.path
            let engine = SlurmExecutor(
                SlurmAccess(requested, executable: program, sandbox: options.sandbox.mode),
                tasksAtOnce: options.workers
            )
            return options.trial.expectedSeconds.map { FixedEstimateExecutor(engine, seconds: $0) } ?? engine
        }
    }

    /// Makes one film.
    ///
    /// - Parameters:
    ///   - film: which of several films of the job it is; nil for the only one.
    ///   - first: the directory of the first of several films.
    private func run(
        _ job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory,
        film: ProgressDisplay.Film? = nil,
        first: JobDirectory? = nil
    ) async throws -> Ending {
        let executor = try executor(for: job, source)
        let display = ProgressDisplay(options.progress, job: job, source: source, film: film)
        let runner = JobRunner(
            directory: directory,
            first: film?.isFirst == true ? nil : first,
            job: job,
            source: source,
            allocator: job.allocator(for: source),
            executor: executor,
            options: JobRunner.Options(overwritesOutput: options.overwrite, restarts: options.restart),
            onEvent: { display.show($0) }
        )
        let listener = Task {
            for await interruption in SignalSource.interruptions() {
                interrupted.withLock { $0 = true }
                if leavesTasks {
                    StandardError.write(
                        "granary: interrupted; tasks on the cluster continue, and the next coordinator waits for them\n"
                    )
                    exit(FailureKind.temporary.rawValue)
                }
                switch interruption {
                case .drain:
                    StandardError.write("granary: waiting for running ranges; interrupt again to stop at once\n")
                    runner.drain()
                case .stop:
                    if options.engine == .slurm {
                        StandardError.write("granary: ending the tasks on the cluster; interrupt again to keep them\n")
                    }
                    runner.cancel()
                }
            }
        }
        let start = ContinuousClock.now
        return await runner.run { outcome in
            listener.cancel()
            display.finish()
            let code = report(outcome, of: job, in: directory, since: start)
            return Ending(outcome: outcome, exitCode: code)
        }
    }

    /// Writes the report, prints what the user has to know, and returns the exit code.
    private func report(
        _ outcome: JobOutcome,
        of job: ResolvedJob,
        in directory: JobDirectory,
        since start: ContinuousClock.Instant
    ) -> Int32 {
        let wall = start.duration(to: .now).components
        let seconds = Double(wall.seconds) + Double(wall.attoseconds) / 1e18
        switch outcome {
        case .finished(let film, let wasComplete):
            do {
                if !wasComplete || !hasGoodReport(directory) {
                    try directory.writeReport(wallSeconds: wasComplete ? nil : seconds, failure: nil)
                }
            } catch let error as LeaseError where error.code == .lost {
                // Another coordinator already runs the job again, and writes the report.
            } catch {
                StandardError.write("granary: the report could not be written: \(error)\n")
                return FailureKind.inputOutput.rawValue
            }
            for miss in film.misses ?? [] { StandardError.write("granary: missed: \(PlainText.field(miss))\n") }
            for finding in film.findings { StandardError.write("granary: \(PlainText.field(finding))\n") }
            if options.progress != .none {
                for line in warnings(of: job, in: directory) {
                    StandardError.write("granary: warning: \(PlainText.field(line))\n")
                }
            }
            if let line = directory.writtenReport()?.totals.bufferSentence(job.encoder.buffer) {
                StandardError.write("granary: warning: \(line)\n")
            }
            for line in damage(in: directory) { StandardError.write("granary: \(line)\n") }
            let misses = [missedRate(of: job, in: directory)].compactMap(\.self) + missedQuality(of: job, in: directory)
            for miss in misses { StandardError.write("granary: \(miss)\n") }
            if options.progress != .none {
                StandardError.write(
                    "granary: the film is \(film.path)\(wasComplete ? ", finished by an earlier run" : "")\n"
                        + "granary: the report is \(directory.paths.reportPage)\n"
                )
            }
            if !misses.isEmpty, outcome.exitCode == 0 { return FailureKind.verification.rawValue }
        case .failed(let error):
            StandardError.write("granary: \(error.explanation)\n")
            // A job that never began has nothing to report. If another coordinator runs the job, that coordinator
            // writes the report.
            if error.code != .inUse, (try? directory.job()) != nil {
                do {
                    try directory.writeReport(wallSeconds: seconds, failure: error.explanation)
                } catch let other as FarmError where other == error {
                    // The failure that ended the job also prevents its report. It was already printed.
                } catch {
                    StandardError.write("granary: the report could not be written: \(error)\n")
                }
            }
        }
        return outcome.exitCode
    }

    /// The message about a film that misses its rate by more than the tolerance of the job; nil if it does not.
    ///
    /// With a single pass nothing is encoded again, so the rate is not guaranteed. Then only the report has the miss.
    private func missedRate(of job: ResolvedJob, in directory: JobDirectory) -> String? {
        guard job.passes.maximum > 1, let report = directory.writtenReport(), let miss = report.totals.missedBy,
            miss.magnitude > job.passes.tolerance,
            report.totals.bufferSentence(job.encoder.buffer) == nil
        else { return nil }
        func percent(_ fraction: Double) -> String { "\((fraction * 10_000).rounded() / 100) %" }
        return "the film misses its rate by \(percent(miss)); the tolerance is \(percent(job.passes.tolerance)); "
            + "the passes ended because \(report.conclusion): change the rate, or raise passes.maximum "
            + "(\(job.passes.maximum)), passes.budget (\(percent(job.passes.budget))) or the tolerance"
            + (job.encoder.buffer != nil && miss < 0 ? "; or raise video.rate.maximum, which may limit the rate" : "")
    }

    /// The warnings of the scout about the pictures of the source, which are not known when the job begins.
    private func warnings(of job: ResolvedJob, in directory: JobDirectory) -> [String] {
        guard let plan = try? directory.plan(), let source = try? directory.source() else { return [] }
        return job.warnings(about: plan, source.video.timeline)
    }

    /// The lines about damage in a source that was read anyway: the first damaged frames, and the number of the others.
    private func damage(in directory: JobDirectory) -> [String] {
        guard let report = directory.writtenReport() else { return [] }
        var lines = (report.missing ?? []).map { "missing: \($0)" }
        let frames = report.damage ?? []
        let shown = 5
        for damaged in frames.prefix(shown) {
            let time = ProgressText.clock(seconds: damaged.time.seconds)
            lines.append("damaged: frame \(damaged.frame) at \(time): \(damaged.cause)")
        }
        if frames.count > shown {
            lines.append("damaged: \(counted(frames.count - shown, "further frame")); the report lists them all")
        }
        return lines
    }

    /// The lines about a film that misses its target quality.
    private func missedQuality(of job: ResolvedJob, in directory: JobDirectory) -> [String] {
        guard let misses = directory.writtenReport()?.totals.qualityOutcome?.misses, !misses.isEmpty else { return [] }
        if job.isSinglePass {
            return misses + [
                "one pass uses an estimated rate factor and corrects nothing: further passes would close the gap; "
                    + "write passes.maximum auto (--passes auto), or a constant rate factor that fits the film"
            ]
        }
        let bounds = job.encoder.buffer == nil ? "" : " within the limits of the buffer"
        return misses + [
            "this is the best film that was reached: passes.maximum \(job.passes.maximum) or passes.budget is used up, "
                + "or no rate factor from 0 to 51 gives more quality\(bounds); raise them, or change the target"
        ]
    }

    /// Whether there is a report of the finished job. A crash may have prevented it, and a failed rerun may have
    /// replaced it.
    private func hasGoodReport(_ directory: JobDirectory) -> Bool {
        guard let report = directory.writtenReport() else { return false }
        return report.finished != nil && report.failure == nil
    }
}
