package import JobDocuments
package import Jobs
package import Media
import Platform
package import RateControl

/// Decides what a job does next. It is a value that takes what is published and returns actions.
///
/// It reads no clock, waits for nothing and touches no file. All decisions about the film depend on published
/// documents, in range order. So a job makes the same film in every order of results, and however often it is resumed.
/// Only attempts are not published: what failed in one run may be tried again in the next.
package struct Coordinator: Sendable {
    /// What the coordinator is notified of.
    package enum Event: Hashable, Sendable {
        /// The content of the job directory: at the beginning, after a wave, and after every publication.
        case published(PublishedWork)
        /// A work unit ended.
        case ended(UnitOutcome)
        /// The user wants the job to stop.
        case interrupted
    }

    /// What the coordinator wants done, in order. Actions that publish or remove something are followed by a
    /// `published` event.
    package enum Action: Hashable, Sendable {
        /// Send an event to the listener.
        case emit(JobEvent)
        /// Run these units, in this order as far as there is room.
        case run([WorkUnit])
        /// End the running units: they are no longer useful.
        case cancelUnits
        /// Publish the plan.
        case publishPlan(Plan)
        /// Publish an allocation.
        case publishAllocation(Allocation)
        /// Publish the selection.
        case publishSelection(FilmSelection)
        /// Remove silos that are not in the film.
        case removeSupersededSilos(FilmSelection)
        /// Withdraw the film and the encodes that are at fault.
        case retireFilm(FilmFault)
        /// Give the film its final name.
        case placeFilm(MuxResult)
        /// Record the finished film.
        case recordFinish(MuxResult)
        /// The job is over.
        case end(JobOutcome)
    }

    /// Most attempts at one unit in one run. When the film is made again, there are as many further attempts.
    package static let maximumAttempts = 3
    /// Exit codes after which another attempt would fail in the same way: usage, bad input, no source, no library, no
    /// output.
    package static let finalExitCodes: Set<Int32> = [64, 65, 66, 69, 73]

    let job: ResolvedJob
    let timeline: FrameTimeline
    let joints: [Int]
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
    private(set) var remakes = 0

    /// Creates the coordinator of a job over a source.
    ///
    /// - Parameter joints: frames at which a film of a list follows another one, ascending.
    package init(job: ResolvedJob, timeline: FrameTimeline, joints: [Int] = [], allocator: any FilmAllocating) {
        self.job = job
        self.timeline = timeline
        self.joints = joints
        self.allocator = allocator
    }

    /// The actions that follow from an event; none after `end`.
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
                // The unit succeeded, but the file on the disk is not what it wrote.
                let unit = WorkUnit(stage: .mux)
                let exit = UnitExit.code(FailureKind.inputOutput.rawValue)
                lastFailure[unit.work] = UnitOutcome(unit: unit, exit: exit, lastWords: reason)
            }
            return actions + perform(nextStep(after: work))
        }
    }

    /// Events about decisions of an earlier run, for the listener of this run.
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
            // A damaged store is made again. Only a second failure means that the film cannot be made.
            case .code(FailureKind.badInput.rawValue):
                !outcome.unit.stage.readsStores || outcome.unit.attempt > 1
            case .code(let code): Self.finalExitCodes.contains(code)
            // The engine has tried often enough.
            case .abandoned: true
            // A film that attacks its reader would do so again.
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
        case .remake(let fault):
            remakes += 1
            return [.emit(.discarded(reason: fault.reason)), .retireFilm(fault)]
        case .record(let mux): return [.recordFinish(mux)]
        case .end(let film): return end(.finished(film, wasComplete: !didWork))
        }
    }

    /// Runs the missing units, unless one failed too often, or the user wants to stop.
    private mutating func begin(_ wave: Wave) -> [Action] {
        if let finalFailure { return end(.failed(finalFailure.explained)) }
        if isInterrupted { return end(.failed(.interrupted)) }
        var units: [WorkUnit] = []
        for unit in wave.units {
            let tried = attempts[unit.work, default: 0]
            if tried >= Self.maximumAttempts * (1 + remakes) {
                let outcome =
                    lastFailure[unit.work]
                    ?? UnitOutcome(unit: unit, exit: .code(0), lastWords: "it succeeded but published no valid result")
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
