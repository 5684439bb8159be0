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

    /// True once somebody has asked a run to end, whether it was over by itself all the same: nothing further is to
    /// begin.
    var wasInterrupted: Bool { interrupted.withLock { $0 } }

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - hashesSource: true makes a new job know its source by all of its bytes.
    ///   - leavesTasks: true ends this process at once when it is asked to end, and leaves its tasks on the cluster for
    ///     the coordinator that comes after it.
    init(_ options: RunOptions, hashesSource: Bool = false, leavesTasks: Bool = false) {
        self.options = options
        beginning = JobBeginning(hashesSource: hashesSource, sandbox: options.sandbox.mode)
        self.leavesTasks = leavesTasks
    }

    /// Refuses at once what this machine's workers would refuse; nodes of a cluster speak for themselves.
    private func checkSandbox() throws {
        if options.engine == .local { try KernelOffer.current.check(options.sandbox.mode) }
    }

    /// Runs a job and returns the exit code: 0, or that of what went wrong.
    func run(_ manifest: Manifest) async throws -> Int32 {
        try checkSandbox()
        let (job, source) = try beginning.resolve(manifest)
        return try await launch(job, source, in: beginning.directory(of: job, in: options.jobsFolder))
    }

    /// Goes on with a job that has a directory.
    func resume(_ directory: JobDirectory) async throws -> Int32 {
        try checkSandbox()
        let job = try directory.job()
        let source = try directory.source()
        guard job.isOver(source.identity) else {
            throw FileFailure(
                kind: .badInput,
                attempted: "go on with the job",
                subject: directory.sourcePath,
                cause: "it describes another source than the job's (\(source.paths.joined(separator: ", ")))",
                remedy: "restore it, or run the job with its manifest and --restart"
            )
        }
        try SourceReader(sandbox: options.sandbox.mode).verifyIdentity(of: source)
        return try await launch(job, source, in: directory)
    }

    /// Runs a job as the options say, or says what it would do.
    private func launch(
        _ resolved: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory
    ) async throws -> Int32 {
        var job = resolved
        if options.noVerify { job.verification = .none }
        if options.dryRun {
            try await tellForecast(of: job, source, in: directory)
            return 0
        }
        if options.progress != .none {
            for line in job.warnings(about: source) {
                StandardError.write("granary: warning: \(PlainText.field(line))\n")
            }
        }
        return await run(job, source, in: directory, on: try executor(for: job, source))
    }

    /// Says what a job would do and take.
    private func tellForecast(
        of job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory
    ) async throws {
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
                    "granary: trying \(counted(excerpts, "excerpt")) of \(counted(frames, "frame")); --no-trial does "
                        + "without\n"
                )
            }
        }
        if options.json { return try StandardOutput.write(json: dryRun.forecast) }
        StandardOutput.write(dryRun.text)
    }

    /// How many ranges are encoded at once on this machine.
    private func workers(for job: ResolvedJob, _ source: SourceDescription) -> WorkerCount {
        options.workers.map(WorkerCount.asked)
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
            let asked = (job.slurm ?? SlurmOptions()).over(try SlurmSite.options())
            let program = options.trial.program ?? OwnProgram.path
            let engine = SlurmExecutor(
                SlurmAccess(asked, executable: program, sandbox: options.sandbox.mode),
                tasksAtOnce: options.workers
            )
            return options.trial.expectedSeconds.map { FixedEstimateExecutor(engine, seconds: $0) } ?? engine
        }
    }

    private func run(
        _ job: ResolvedJob,
        _ source: SourceDescription,
        in directory: JobDirectory,
        on executor: any Executor
    ) async -> Int32 {
        let display = ProgressDisplay(options.progress, job: job, source: source)
        let runner = JobRunner(
            directory: directory,
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
                        "granary: asked to end; tasks on the cluster go on, and the next coordinator has them\n"
                    )
                    exit(FailureKind.temporary.rawValue)
                }
                switch interruption {
                case .drain:
                    StandardError.write("granary: letting running ranges finish; interrupt again to stop at once\n")
                    runner.drain()
                case .stop:
                    if options.engine == .slurm {
                        StandardError.write("granary: ending its tasks on the cluster; interrupt again to leave them\n")
                    }
                    runner.cancel()
                }
            }
        }
        let start = ContinuousClock.now
        let outcome = await runner.run()
        listener.cancel()
        display.finish()
        return tell(outcome, of: job, in: directory, since: start)
    }

    /// Writes the reports and says where things are.
    private func tell(
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
                // Somebody runs the job again already, and writes the report.
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
            for line in damage(in: directory) { StandardError.write("granary: \(line)\n") }
            let misses = [missedRate(of: job, in: directory)].compactMap(\.self) + missedQuality(of: job, in: directory)
            for miss in misses { StandardError.write("granary: \(miss)\n") }
            if options.progress != .none {
                StandardError.write(
                    "granary: the film is \(film.path)\(wasComplete ? ", finished before" : "")\n"
                        + "granary: the report is \(directory.reportPagePath)\n"
                )
            }
            if !misses.isEmpty, outcome.exitCode == 0 { return FailureKind.verification.rawValue }
        case .failed(let error):
            StandardError.write("granary: \(error.explanation)\n")
            // The report of a job that never began would be about nothing; that of another coordinator's is its own
            // affair.
            if error.code != .inUse, (try? directory.job()) != nil {
                do {
                    try directory.writeReport(wallSeconds: seconds, failure: error.explanation)
                } catch let other as FarmError where other == error {
                    // What kept the job from going on keeps it from being told of, too, and was said.
                } catch {
                    StandardError.write("granary: the report could not be written: \(error)\n")
                }
            }
        }
        return outcome.exitCode
    }

    /// What to say of a film that lies further from its rate than the job tolerates; nil when it does not.
    ///
    /// A single pass promises no rate: nothing is encoded again, and the report has the miss.
    private func missedRate(of job: ResolvedJob, in directory: JobDirectory) -> String? {
        guard job.passes.maximum > 1, let report = directory.writtenReport(), let miss = report.totals.missedBy,
            miss.magnitude > job.passes.tolerance
        else { return nil }
        func percent(_ fraction: Double) -> String { "\((fraction * 10_000).rounded() / 100) %" }
        return "the film lies \(percent(miss)) from its rate, and \(percent(job.passes.tolerance)) is tolerated; "
            + "the passes ended because \(report.conclusion): change the rate, or raise passes.maximum "
            + "(\(job.passes.maximum)), passes.budget (\(percent(job.passes.budget))) or the tolerance"
            + (job.encoder.buffer != nil && miss < 0 ? "; or video.rate.maximum, which may hold the film down" : "")
    }

    /// What the scout warns of in the pictures of the source, which nobody knew when the job began.
    private func warnings(of job: ResolvedJob, in directory: JobDirectory) -> [String] {
        guard let plan = try? directory.plan(), let source = try? directory.source() else { return [] }
        return job.warnings(about: plan, source.video.timeline)
    }

    /// What to say of a film whose source was read in spite of its damage: how many frames, and the first of them.
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

    /// What to say of a film that is not as good as it was to be.
    private func missedQuality(of job: ResolvedJob, in directory: JobDirectory) -> [String] {
        guard let misses = directory.writtenReport()?.totals.qualityOutcome?.misses, !misses.isEmpty else { return [] }
        if job.isSinglePass {
            return misses + [
                "this is what one pass came to, which encodes with a guess and mends nothing: further passes would "
                    + "close the "
                    + "gap; write passes.maximum auto (--passes auto), or a constant rate factor that fits the film"
            ]
        }
        return misses + [
            "this is the best film reached: passes.maximum \(job.passes.maximum) or passes.budget is used up, or no "
                + "rate "
                + "factor from 0 to 51 gives more" + (job.encoder.buffer == nil ? "" : " within the buffer's bounds")
                + "; raise them, or change the target"
        ]
    }

    /// Whether there is a report of the finished job: a crash may have come before it, and a failed rerun after it.
    private func hasGoodReport(_ directory: JobDirectory) -> Bool {
        guard let report = directory.writtenReport() else { return false }
        return report.finished != nil && report.failure == nil
    }
}
