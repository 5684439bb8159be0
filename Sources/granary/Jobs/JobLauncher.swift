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

/// Takes a manifest from its text to the finished films: probes, resolves, runs, reports.
struct JobLauncher: Sendable {
    let options: RunOptions
    private let beginning: JobBeginning
    private let interruptions: Interruptions
    private let shared: SharedRun?
    private let hooks: FilmHooks

    /// Creates a launcher.
    ///
    /// - Parameters:
    ///   - hashesSource: true if a new job identifies its source by all of its bytes.
    ///   - leavesTasks: true if an interruption ends this process at once and leaves its tasks on the cluster for the
    ///     next coordinator.
    ///   - shared: what its jobs share with others that run at the same time; nil if they run alone.
    init(_ options: RunOptions, hashesSource: Bool = false, leavesTasks: Bool = false, shared: SharedRun? = nil) {
        self.options = options
        self.shared = shared
        hooks = FilmHooks(path: options.hooks.path, isTalkative: options.progress != .none)
        beginning = JobBeginning(hashesSource: hashesSource, sandbox: options.sandbox.mode)
        interruptions = shared?.interruptions ?? Interruptions(engine: options.engine, leavesTasks: leavesTasks)
    }

    /// Refuses a sandbox mode that workers on this machine would refuse. The nodes of a cluster check it themselves.
    private func checkSandbox() throws {
        if options.engine == .local { try KernelOffer.current.check(options.sandbox.mode) }
    }

    /// Runs a job and returns the exit code: 0, or the code of the failure; of the worst one if it makes several films.
    func run(_ manifest: Manifest) async throws -> Int32 {
        do {
            return try await launch(prepare(manifest))
        } catch {
            if !options.dryRun { tellHooks(.unmade(manifest, error), of: manifest) { write("granary: \($0)\n") } }
            throw error
        }
    }

    /// Tells the hooks of a manifest why it became no film.
    func tellHooks(_ ending: FilmEnding, of manifest: Manifest, say: (String) -> Void) {
        hooks.tell(ending, of: manifest, say: say)
    }

    /// Continues a job that has a directory.
    func resume(_ directory: JobDirectory) async throws -> Int32 { try await launch(prepare(directory)) }

    // MARK: - Preparing

    /// Probes the source of a manifest, and settles all of its settings.
    func prepare(_ manifest: Manifest) throws -> PreparedJob {
        try checkSandbox()
        let (jobs, source) = try beginning.resolve(manifest)
        var job = prepared(jobs, source, in: beginning.directory(of: jobs[0], in: options.jobsFolder))
        job.manifest = manifest.path
        return job
    }

    private func prepare(_ directory: JobDirectory) throws -> PreparedJob {
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
        return prepared([job] + (try directory.outputs().map { try $0.job() }), source, in: directory)
    }

    private func prepared(
        _ resolved: [ResolvedJob],
        _ source: SourceDescription,
        in directory: JobDirectory
    ) -> PreparedJob {
        var jobs = resolved
        if options.noVerify { for index in jobs.indices { jobs[index].verification = .none } }
        return PreparedJob(
            films: jobs,
            source: source,
            directories: beginning.directories(of: jobs, first: directory)
        )
    }

    // MARK: - Making films

    /// Makes the films of a job, or with --dry-run prints what it would do.
    private func launch(_ job: PreparedJob) async throws -> Int32 {
        if options.dryRun {
            try await JobForecasting(options: options).print(job)
            return 0
        }
        return FailureKind.worst(of: try await make(job).map(\.exitCode))
    }

    /// Makes the films of a job; returns how each ended.
    ///
    /// - Parameter onWork: called when a film begins its first wave.
    func make(_ job: PreparedJob, onWork: @escaping @Sendable () -> Void = {}) async throws -> [FilmEnding] {
        if options.progress != .none {
            let warnings = job.films.flatMap { $0.warnings(about: job.source) }
            for line in (warnings + hooks.warnings(about: job.first.onFinish ?? [])).unique {
                let name = shared == nil ? "" : PlainText.field(job.first.name) + ": "
                write("granary: \(name)warning: \(PlainText.field(line))\n")
            }
        }
        guard job.films.count > 1 else {
            return [try await make(job.first, of: job, in: job.directory, onWork: onWork)]
        }
        return try await makeAll(job, onWork)
    }

    private func write(_ text: String) {
        if let shared { shared.display.write(text) } else { StandardError.write(text) }
    }

    /// Makes several films, one after the other. One that fails does not stop the others, an interruption does.
    private func makeAll(_ job: PreparedJob, _ onWork: @escaping @Sendable () -> Void) async throws -> [FilmEnding] {
        let films = Array(zip(job.films, job.directories))
        // An output that cannot be written shows before anything is encoded, and the job can be resumed by its
        // directory from the first moment on. A film that is made again is left to its own run.
        for (film, directory) in films.dropFirst() where !options.restart || !directory.holdsJob {
            try beginning.begin(film, job.source, in: directory, overwrites: options.overwrite)
        }
        var endings: [FilmEnding] = []
        for (film, directory) in films where !interruptions.wasInterrupted {
            let role = FilmRole(name: film.outputName ?? film.name, isFirst: endings.isEmpty)
            endings.append(try await make(film, of: job, in: directory, role: role, onWork: onWork))
            if endings.last?.exitCode == FailureKind.interrupted.rawValue { break }
        }
        // The film that was being made may have been finished all the same, but the job is not.
        endings += films.dropFirst(endings.count).map { film, _ in
            .notBegun(name: film.name, jobID: job.first.id, output: film.outputPath)
        }
        updateReport(in: job.directory)
        let last = EventLine(jobID: job.first.id, event: Self.last(endings))
        if let shared {
            try shared.display.writeLine(last)
        } else if options.progress.resolved == .json {
            try StandardOutput.writeLine(json: last)
        }
        return endings
    }

    /// The event that ends a job of several films: that of the first film if all are made, otherwise the worst
    /// failure.
    private static func last(_ endings: [FilmEnding]) -> JobEvent {
        let outcomes = endings.map { (outcome: $0.outcome ?? .failed(.interrupted), code: $0.exitCode) }
        let failed = outcomes.filter { ending in
            if case .failed = ending.outcome { return true }
            return false
        }
        let code = FailureKind.worst(of: failed.map(\.code))
        return (failed.first { $0.code == code } ?? outcomes[0]).outcome.event
    }

    /// Adds to the report of the first of several films what became of the others.
    private func updateReport(in directory: JobDirectory) {
        do {
            try directory.updateReport()
        } catch let error as LeaseError where error.code == .lost {
            // Another coordinator already runs the job again, and writes the report.
        } catch {
            write("granary: the report could not be written: \(error)\n")
        }
    }

    /// Makes one film.
    ///
    /// - Parameter role: which of several films of the job it is; nil for the only one.
    private func make(
        _ film: ResolvedJob,
        of job: PreparedJob,
        in directory: JobDirectory,
        role: FilmRole? = nil,
        onWork: @escaping @Sendable () -> Void
    ) async throws -> FilmEnding {
        let executor = try executor(for: film, job.source)
        let display = (shared?.display ?? ProgressDisplay(options.progress))
            .add(film, of: job.source, jobID: job.first.id, role: role)
        let journal = JobJournal(of: film, source: job.source, in: directory)
        let runner = JobRunner(
            directory: directory,
            first: role?.isFirst == false ? job.directory : nil,
            job: film,
            source: job.source,
            allocator: film.allocator(for: job.source),
            executor: executor,
            options: JobRunner.Options(overwritesOutput: options.overwrite, restarts: options.restart),
            onEvent: { event in
                display.show(event)
                journal.note(event)
                if case .waveBegan = event { onWork() }
            }
        )
        interruptions.add(runner)
        defer { interruptions.remove(runner) }
        let listener = shared == nil ? interruptions.listen() : nil
        let start = ContinuousClock.now
        return await runner.run { outcome in
            listener?.cancel()
            display.finish()
            if let obstacle = journal.obstacle {
                display.say("the journal of the job cannot be written: \(obstacle); pages about it show no events")
            }
            let seconds = start.duration(to: .now) / .seconds(1)
            let conclusion = FilmConclusion(
                job: film,
                directory: directory,
                progress: options.progress,
                say: display.say
            )
            let ending = FilmEnding(
                name: film.name,
                jobID: job.first.id,
                output: film.outputPath,
                directory: directory,
                outcome: outcome,
                exitCode: conclusion.report(outcome, seconds: seconds),
                seconds: seconds
            )
            hooks.tell(ending, of: film, manifest: job.manifest, say: display.say)
            return ending
        }
    }

    /// What runs the units: children of this process, or tasks of a cluster.
    private func executor(for job: ResolvedJob, _ source: SourceDescription) throws -> any Executor {
        switch options.engine {
        case .local:
            return LocalExecutor(
                in: shared?.pool ?? WorkerPool(slotCount: options.workerCount(for: job, source).count),
                priority: job.priority,
                byteCount: WorkerMemory.estimatedByteCount(settings: job.encoder, sourceSize: source.video.size),
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
}
