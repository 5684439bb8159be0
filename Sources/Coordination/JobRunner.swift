package import JobDocuments
package import Jobs
package import Media
import Platform
package import RateControl
import Synchronization

/// Carries out the decisions of a job's coordinator: publishes documents, runs units, and emits events.
///
/// One runner runs one job once. `drain` and `cancel` may be called at any time, from any thread.
package actor JobRunner {
    /// The user's choices for this run, in addition to the job itself.
    package struct Options: Hashable, Sendable {
        /// Whether a file that is not a film of this job may be replaced by the film.
        package var overwritesOutput: Bool
        /// Whether everything that was published before is removed first.
        package var restarts: Bool

        /// Creates options.
        package init(overwritesOutput: Bool = false, restarts: Bool = false) {
            self.overwritesOutput = overwritesOutput
            self.restarts = restarts
        }
    }

    /// The directory of the job that makes the first of several films, for a further one: its scout is not repeated.
    private let first: JobDirectory?

    private let directory: JobDirectory
    private let job: ResolvedJob
    private let source: SourceDescription
    private let executor: any Executor
    private let options: Options
    private let sink: JobEventSink
    private let isInterrupted = Atomic(false)
    private var coordinator: Coordinator

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - first: for a further film of a job: the directory of the first one.
    ///   - onEvent: called with each event, one at a time, in the order that `JobEvent` defines; it must not block.
    package init(
        directory: JobDirectory,
        first: JobDirectory? = nil,
        job: ResolvedJob,
        source: SourceDescription,
        allocator: any FilmAllocating,
        executor: any Executor,
        options: Options = Options(),
        onEvent: @escaping @Sendable (JobEvent) -> Void = { _ in }
    ) {
        self.directory = directory
        self.first = first
        self.job = job
        self.source = source
        self.executor = executor
        self.options = options
        sink = JobEventSink(onEvent)
        coordinator = Coordinator(
            job: job,
            timeline: source.video.timeline,
            joints: source.joints,
            allocator: allocator
        )
    }

    /// Starts no further unit; the job ends when the running units have ended. What they publish is kept.
    package nonisolated func drain() {
        isInterrupted.store(true, ordering: .releasing)
        executor.drain()
    }

    /// Ends all running units, and then the job.
    package nonisolated func cancel() {
        isInterrupted.store(true, ordering: .releasing)
        executor.cancel()
    }

    /// Runs the job to its end. It continues from what is published, or ends immediately if the film is finished.
    ///
    /// Every failure is returned as an outcome and emitted as an event.
    package func run() async -> JobOutcome { await run { $0 } }

    /// Runs the job to its end, and then calls `conclude`.
    ///
    /// - Parameter conclude: called once with the outcome. If this process got the job's lease, it still holds it: no
    ///   other coordinator changes the job meanwhile.
    /// - Returns: the result of `conclude`.
    package func run<Result: Sendable>(concluding conclude: @Sendable (JobOutcome) -> Result) async -> Result {
        sink.emit(.resolved(job))
        let lease: JobLease
        do {
            try JobFiles.createFolder(directory.path)
            lease = try JobLease(of: directory, restarts: options.restarts)
        } catch {
            return conclude(failed(error))
        }
        defer { withExtendedLifetime(lease) {} }
        let outcome: JobOutcome
        do {
            outcome = try await runUnderLease()
        } catch {
            outcome = failed(error)
        }
        return conclude(outcome)
    }

    private func failed(_ error: any Error) -> JobOutcome {
        let outcome = JobOutcome.failed(FarmError(explaining: error))
        sink.emit(outcome.event)
        return outcome
    }

    private func runUnderLease() async throws -> JobOutcome {
        if options.restarts {
            try executor.endLeftovers(of: directory)
            try directory.reset()
        }
        try directory.begin(job, source: source)
        try directory.output(of: job).check(source: source, overwrites: options.overwritesOutput)
        if let first { try directory.adoptScout(of: first, for: job, timeline: source.video.timeline) }
        let work = try publishedWork()
        try directory.removeLeftovers(of: job, work.finished == nil ? work : nil)
        if work.finished == nil {
            try DiskForecast(job: job, source: source).check(
                directory: directory,
                job: job,
                used: directory.usedByteCount
            )
        }
        defer {
            // A copy of the mux may have been killed meanwhile. A film that cannot be removed now, or that belongs to
            // the next coordinator, is removed by the next run.
            if (try? directory.leases.confirm()) != nil { try? directory.removeTemporaryFilms(of: job) }
        }
        return try await follow(work)
    }

    /// Carries out the coordinator's actions until the job ends.
    private func follow(_ begun: PublishedWork) async throws -> JobOutcome {
        var work = begun
        while true {
            var isAnswered = false
            if isInterrupted.load(ordering: .acquiring) { _ = coordinator.handle(.interrupted) }
            // A coordinator that has lost its lock must not change film and documents: the next coordinator owns them.
            try directory.leases.confirm()
            for action in coordinator.handle(.published(work)) {
                switch action {
                case .emit(let event): sink.emit(event)
                case .end(let outcome): return outcome
                case .cancelUnits: executor.cancel()
                case .removeSupersededSilos(let selection): try directory.removeSupersededSilos(selection)
                case .run(let units): try await run(units, after: work)
                case .publishPlan(let plan): try directory.publish(plan)
                case .publishAllocation(var allocation):
                    allocation.job = job.id
                    try directory.publish(allocation)
                case .publishSelection(let selection): try directory.publish(selection)
                case .retireFilm(let fault): try directory.output(of: job).retire(fault, work)
                case .placeFilm(let mux):
                    try directory.output(of: job).place(mux, overwrites: options.overwritesOutput)
                case .recordFinish(let mux):
                    // Later runs do not search the folder of a finished job.
                    try directory.removeLeftovers(of: job, work)
                    try directory.output(of: job).record(mux, work)
                }
                isAnswered = true
            }
            guard isAnswered else {
                throw invalidDecision("the coordinator has no next step")
            }
            work = try publishedWork()
        }
    }

    private func invalidDecision(_ cause: String) -> FarmError {
        FarmError(
            .invalidDecision,
            attempted: "continue the job",
            subject: job.name,
            cause: cause,
            remedy: "This is a bug in Granary. Please report it and attach the job directory."
        )
    }

    private func run(_ units: [WorkUnit], after work: PublishedWork) async throws {
        let forecast = WorkForecast(units, job: job, source: source, work: work)
        let ahead = LookAhead(
            directory,
            of: job,
            coarse: Pipeline(job).ranges(of: .scout, in: source.video.timeline, nil)
        )
        let outcomes = executor.run(units, forecast: forecast, of: directory) { [sink] unit, message in
            switch message {
            case .progress(let range, let frames, let bits):
                sink.emit(
                    .progress(stage: unit.stage, pass: unit.pass, range: range, frames: frames, bits: bits)
                )
            case .published(let range):
                sink.emit(.rangePublished(stage: unit.stage, pass: unit.pass, range: range))
            case .note(let text):
                sink.emit(.note(unit: unit, text: text))
            // These two end a unit: its outcome reports them.
            case .failed, .done: break
            }
        }
        var isSound = true
        for await outcome in outcomes {
            if outcome.exit == .code(0) {
                ahead.note(outcome.unit)
            } else if outcome.unit.stage.readsStores {
                // It may have found a damaged store that was good when it was last checked.
                directory.reader.forget()
            }
            for action in coordinator.handle(.ended(outcome)) {
                switch action {
                case .emit(let event): sink.emit(event)
                case .cancelUnits: executor.cancel()
                // Decisions about the film follow from what is published, never from the end of a unit.
                case .run, .publishPlan, .publishAllocation, .publishSelection, .removeSupersededSilos, .retireFilm,
                    .placeFilm, .recordFinish, .end:
                    isSound = false
                    executor.cancel()
                }
            }
        }
        // `publishedWork` would check the remaining files at the same time.
        await ahead.finish()
        guard isSound else { throw invalidDecision("the coordinator decided about the film while units were running") }
    }

    private func publishedWork() throws -> PublishedWork {
        try directory.reader.work(of: job, timeline: source.video.timeline) { [sink] reason in
            sink.emit(.discarded(reason: reason))
        }
    }
}

extension FarmError {
    /// Makes an error that ends a job out of any error.
    package init(explaining error: any Error) {
        if let error = error as? FarmError {
            self = error
        } else if let error = error as? any ExplainedError {
            self.init(
                [.held, .lost].contains((error as? LeaseError)?.code) ? .inUse : .notWritten,
                attempted: error.attempted,
                subject: error.subject,
                cause: error.cause,
                remedy: error.remedy,
                kind: error.kind
            )
        } else {
            self.init(
                .notWritten,
                attempted: "run the job",
                subject: "job",
                cause: String(describing: error),
                kind: .bug
            )
        }
    }
}
