package import JobDocuments
package import Jobs
package import Media
import Platform
package import RateControl
import Synchronization

/// Carries out what the coordinator of a job decides: publishes documents, has units run, tells what happens.
///
/// One runner runs one job once. `drain` and `cancel` may be called at any time, from anywhere.
package actor JobRunner {
    /// What the user chose for this run, beside the job itself.
    package struct Options: Hashable, Sendable {
        /// True when a film that was not made by this job may be replaced.
        package var overwritesOutput: Bool
        /// True when everything that was published before is thrown away first.
        package var restarts: Bool

        /// Creates options.
        package init(overwritesOutput: Bool = false, restarts: Bool = false) {
            self.overwritesOutput = overwritesOutput
            self.restarts = restarts
        }
    }

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
    /// - Parameter onEvent: called with each event, one at a time, in the order of the contract of `JobEvent`; not to
    ///   block.
    package init(
        directory: JobDirectory,
        job: ResolvedJob,
        source: SourceDescription,
        allocator: any FilmAllocating,
        executor: any Executor,
        options: Options = Options(),
        onEvent: @escaping @Sendable (JobEvent) -> Void = { _ in }
    ) {
        self.directory = directory
        self.job = job
        self.source = source
        self.executor = executor
        self.options = options
        sink = JobEventSink(onEvent)
        coordinator = Coordinator(job: job, timeline: source.video.timeline, allocator: allocator)
    }

    /// Starts no further unit; the job ends when those that run have ended. What they publish is kept.
    package nonisolated func drain() {
        isInterrupted.store(true, ordering: .releasing)
        executor.drain()
    }

    /// Ends all units that run, and then the job.
    package nonisolated func cancel() {
        isInterrupted.store(true, ordering: .releasing)
        executor.cancel()
    }

    /// Runs the job to its end: resumes what was published, or ends at once when the film is there.
    ///
    /// Every failure is an outcome, and an event.
    package func run() async -> JobOutcome {
        sink.emit(.resolved(job))
        do {
            try directory.createFolder(directory.path)
            let lease = try JobLease(of: directory, restarts: options.restarts)
            defer { withExtendedLifetime(lease) {} }
            if options.restarts {
                try executor.endLeftovers(of: directory)
                try directory.reset()
            }
            try directory.begin(job, source: source)
            try directory.checkOutput(of: job, source: source, overwrites: options.overwritesOutput)
            let work = try publishedWork()
            try directory.removeLeftovers(of: job, work.finished == nil ? work : nil)
            if work.finished == nil {
                try DiskForecast(job: job, source: source).check(
                    directory: directory,
                    job: job,
                    used: directory.usedByteCount
                )
            }
            // A copy of a unit may have been killed meanwhile. What cannot be removed now is so by the next run.
            defer { try? directory.removeLeftovers(of: job) }
            return try await follow(work)
        } catch {
            let outcome = JobOutcome.failed(FarmError(explaining: error))
            sink.emit(outcome.event)
            return outcome
        }
    }

    /// Asks the coordinator again and again, until it says that the job is over.
    private func follow(_ begun: PublishedWork) async throws -> JobOutcome {
        var work = begun
        while true {
            var isAnswered = false
            if isInterrupted.load(ordering: .acquiring) { _ = coordinator.handle(.interrupted) }
            // Whoever has lost its lock leaves film and documents to the coordinator that came after it.
            try directory.confirmLease()
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
                case .retireFilm(let fault): try directory.retire(fault, of: job, work)
                case .placeFilm(let mux):
                    try directory.placeFilm(mux, of: job, overwrites: options.overwritesOutput)
                case .recordFinish(let mux):
                    // Nobody looks through the folder of a finished job any more.
                    try directory.removeLeftovers(of: job, work)
                    try directory.recordFinish(mux, of: job, work)
                }
                isAnswered = true
            }
            guard isAnswered else {
                throw invalidDecision("the coordinator knows no next step")
            }
            work = try publishedWork()
        }
    }

    private func invalidDecision(_ cause: String) -> FarmError {
        FarmError(
            .invalidDecision,
            attempted: "go on with the job",
            subject: job.name,
            cause: cause,
            remedy: "This is a fault of Granary. Please report it with the job directory."
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
            // Those two end a unit: its outcome tells of it.
            case .failed, .done: break
            }
        }
        var isSound = true
        for await outcome in outcomes {
            if outcome.exit == .code(0) {
                ahead.note(outcome.unit)
            } else if outcome.unit.stage >= .mux {
                // It may have found a store damaged that was good when it was last looked at.
                directory.verified.forget()
            }
            for action in coordinator.handle(.ended(outcome)) {
                switch action {
                case .emit(let event): sink.emit(event)
                case .cancelUnits: executor.cancel()
                // Decisions about the film follow what is published, never the end of a unit.
                case .run, .publishPlan, .publishAllocation, .publishSelection, .removeSupersededSilos, .retireFilm,
                    .placeFilm, .recordFinish, .end:
                    isSound = false
                    executor.cancel()
                }
            }
        }
        // What is not looked at yet would be by `publishedWork`, at the same time.
        await ahead.finish()
        guard isSound else { throw invalidDecision("the coordinator decided about the film while units were running") }
    }

    private func publishedWork() throws -> PublishedWork {
        try directory.publishedWork(of: job, timeline: source.video.timeline) { [sink] reason in
            sink.emit(.discarded(reason: reason))
        }
    }
}

extension FarmError {
    /// Any error as one that ends a job.
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
