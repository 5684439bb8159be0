package import JobDocuments
package import Jobs
package import Media
import Platform
package import RateControl

/// Decides what a job does next: a value that gets what is published and answers with actions.
///
/// It reads no clock, waits for nothing and touches no file. All that it decides about the film depends on published
/// documents, in range order, so that a job makes the same film whoever finished first and however often it was
/// resumed. Only the attempts are its own memory: what failed in one run may be tried again in the next.
package struct Coordinator: Sendable {
    /// What the coordinator gets.
    package enum Event: Hashable, Sendable {
        /// What the job directory holds now: at the beginning, after a wave, after anything was published.
        case published(PublishedWork)
        /// A work unit ended.
        case ended(UnitOutcome)
        /// The user wants the job to stop.
        case interrupted
    }

    /// What the coordinator wants done, in order.
    package enum Action: Hashable, Sendable {
        /// Tell whoever listens.
        case emit(JobEvent)
        /// Run these units, in this order as far as there is room; then say what is published.
        case run([WorkUnit])
        /// End what runs: it is of no use any more.
        case cancelUnits
        /// Publish a document, then say what is published.
        case publishPlan(Plan)
        /// Publish a document, then say what is published.
        case publishAllocation(Allocation)
        /// Publish a document, then say what is published.
        case publishSelection(FilmSelection)
        /// Remove silos that the film is not made of.
        case removeSupersededSilos(FilmSelection)
        /// Take back the film, and the encodes that are at fault, then say what is published.
        case retireFilm(FilmFault)
        /// Give the film its final name, then say what is published.
        case placeFilm(MuxResult)
        /// Record the finished film, then say what is published.
        case recordFinish(MuxResult)
        /// The job is over.
        case end(JobOutcome)
    }

    /// Most attempts of one unit in one run, and again after each mending of a film.
    package static let maximumAttempts = 3
    /// Exit codes that say that another attempt would fail alike: usage, bad input, no source, no library, no output.
    package static let finalExitCodes: Set<Int32> = [64, 65, 66, 69, 73]

    let job: ResolvedJob
    let timeline: FrameTimeline
    let allocator: any FilmAllocating

    private var hasBegun = false
    private var hasEnded = false
    private var isInterrupted = false
    private var didWork = false
    private var attempts: [WorkUnit: Int] = [:]
    private var lastFailure: [WorkUnit: UnitOutcome] = [:]
    private var finalFailure: UnitOutcome?
    private var wave: Wave?
    /// How often a film with faults was made again.
    private(set) var mends = 0

    /// Creates the coordinator of a job over a source.
    package init(job: ResolvedJob, timeline: FrameTimeline, allocator: any FilmAllocating) {
        self.job = job
        self.timeline = timeline
        self.allocator = allocator
    }

    /// Answers an event. Nothing is answered after `end`.
    package mutating func handle(_ event: Event) -> [Action] {
        guard !hasEnded else { return [] }
        switch event {
        case .interrupted:
            isInterrupted = true
            return []
        case .ended(let outcome):
            return note(outcome)
        case .published(let work):
            var actions: [Action] = []
            if !hasBegun {
                hasBegun = true
                actions += found(work).map(Action.emit)
            }
            if let wave {
                actions.append(.emit(.waveEnded(stage: wave.stage, pass: wave.pass, wave: wave.number)))
                self.wave = nil
            }
            if let reason = work.rejectedFilm {
                // The unit ended well, but what the disk has is not what it wrote.
                let unit = WorkUnit(stage: .mux)
                let exit = UnitExit.code(FailureKind.inputOutput.rawValue)
                lastFailure[unit.work] = UnitOutcome(unit: unit, exit: exit, lastWords: reason)
            }
            return actions + perform(nextStep(after: work))
        }
    }

    /// What was decided in an earlier run, told again to those who listen to this one.
    private func found(_ work: PublishedWork) -> [JobEvent] {
        let plan = work.plan.map { [JobEvent.planned($0)] } ?? []
        let selection = work.selection.map { [JobEvent.selected($0)] } ?? []
        return plan + work.allocations.map(JobEvent.allocated) + selection
    }

    private mutating func note(_ outcome: UnitOutcome) -> [Action] {
        if outcome.exit == .code(0) { return [.emit(.unitEnded(outcome.unit, cost: outcome.cost))] }
        lastFailure[outcome.unit.work] = outcome
        var actions: [Action] = [
            .emit(
                .unitFailed(outcome.unit, exit: outcome.exit.description, lastWords: outcome.lastWords)
            )
        ]
        let isFinal =
            switch outcome.exit {
            // A store that mux or verification found damaged is made again: that the film cannot be made is said by the
            // second attempt.
            case .code(FailureKind.badInput.rawValue):
                ![.mux, .verify].contains(outcome.unit.stage) || outcome.unit.attempt > 1
            case .code(let code): Self.finalExitCodes.contains(code)
            // The engine has tried it often enough.
            case .abandoned: true
            // A film that attacks what reads it does so again.
            case .forbidden: true
            case .signal, .timedOut, .notStarted: false
            }
        if isFinal, finalFailure == nil {
            finalFailure = outcome
            actions.append(.cancelUnits)
        }
        return actions
    }

    private mutating func perform(_ step: JobStep) -> [Action] {
        switch step {
        case .run(let wave): return begin(wave)
        case .plan(let plan): return [.publishPlan(plan), .emit(.planned(plan))]
        case .allocate(let allocation):
            if let failure = allocation.failure(of: job) { return end(.failed(failure)) }
            return [.publishAllocation(allocation), .emit(.allocated(allocation))]
        case .select(let selection): return [.publishSelection(selection), .emit(.selected(selection))]
        case .place(let mux): return [.placeFilm(mux)]
        case .mend(let fault):
            mends += 1
            return [.emit(.discarded(reason: fault.reason)), .retireFilm(fault)]
        case .record(let mux): return [.recordFinish(mux)]
        case .end(let film): return end(.finished(film, wasComplete: !didWork))
        }
    }

    /// Hands out what is missing, unless it failed too often, or the user wants to stop.
    private mutating func begin(_ wave: Wave) -> [Action] {
        if let finalFailure { return end(.failed(finalFailure.explained)) }
        if isInterrupted { return end(.failed(.interrupted)) }
        var units: [WorkUnit] = []
        for unit in wave.units {
            let tried = attempts[unit.work, default: 0]
            if tried >= Self.maximumAttempts * (1 + mends) {
                let outcome =
                    lastFailure[unit.work]
                    ?? UnitOutcome(unit: unit, exit: .code(0), lastWords: "it ended well but published nothing usable")
                return end(.failed(outcome.explained))
            }
            attempts[unit.work] = tried + 1
            units.append(WorkUnit(stage: unit.stage, pass: unit.pass, ranges: unit.ranges, attempt: tried + 1))
        }
        didWork = true
        self.wave = wave
        let event = JobEvent.waveBegan(
            stage: wave.stage,
            pass: wave.pass,
            wave: wave.number,
            ranges: wave.units.flatMap(\.ranges).sorted(),
            done: wave.done
        )
        let removal = wave.stage == .mux ? wave.selection.map(Action.removeSupersededSilos) : nil
        return [removal, .emit(event), .run(units)].compactMap(\.self)
    }

    private mutating func end(_ outcome: JobOutcome) -> [Action] {
        hasEnded = true
        return [.emit(outcome.event), .end(outcome)]
    }
}
