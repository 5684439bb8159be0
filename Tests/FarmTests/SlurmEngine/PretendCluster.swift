import Media

@testable import Coordination
@testable import JobDocuments
@testable import Jobs
@testable import Platform
@testable import SlurmEngine

/// A simulated Slurm: it carries out the actions of a `SlurmWave`, with a simulated clock.
struct PretendCluster {
    /// A task as the cluster sees it.
    struct Place: Hashable {
        var name: String
        var job: Int
        var task: Int
    }

    /// What happens to a task.
    enum Fate {
        /// It does its units, `unitSeconds` each, and completes.
        case good
        /// It reports some units, and then ends in this way.
        case ends(SlurmState.End, reported: Int)
        /// It reports some units, and then Slurm does not know it any more.
        case vanishes(reported: Int)
        /// It was accepted, and the controller forgot it before it was ever listed.
        case forgotten
        /// It completes, but the shared folder shows its reports this many seconds later.
        case late(Double)
        /// Its first unit ends in this way, by its own failure.
        case fails(UnitExit)
        /// It waits forever.
        case waits(reason: String)
    }

    private struct Work {
        var units: [WorkUnit]
        var start: Double
        var fate: Fate
        var isCancelled = false
    }

    var wave: SlurmWave
    /// The clock, in seconds.
    var now = 0.0
    /// What happens to a task, by the number of the submission, from 1, and of the task.
    var fate: (_ submission: Int, _ task: Int) -> Fate = { _, _ in .good }
    /// What sbatch answers, by the number of the call; nil accepts the job, and `keeps` is true if it is accepted
    /// despite the error.
    var submitting: (_ call: Int) -> (error: SlurmError, keeps: Bool)? = { _ in nil }
    /// When the controller does not answer.
    var away: ClosedRange<Double>?
    var unitSeconds = 5.0

    private(set) var submissions: [SlurmSubmission] = []
    private(set) var polls: [Double] = []
    private(set) var outcomes: [UnitOutcome] = []
    private(set) var notes: [String] = []
    private(set) var cancellations: [SlurmCancellation] = []
    private(set) var hasEnded = false
    private var work: [Place: Work] = [:]
    private var reportedUnits: Set<WorkUnit> = []
    private var calls = 0

    init(_ wave: SlurmWave) { self.wave = wave }

    /// A wave of `count` units of a pass, with an estimate of `seconds` each.
    static func wave(
        _ count: Int,
        seconds: Double = 20,
        limits: SlurmWaveLimits = SlurmWaveLimits(),
        adopting: [SlurmSubmission] = []
    ) -> SlurmWave {
        let units = units(count)
        let needs = units.map { ($0, WorkForecast.Need(seconds: seconds, byteCount: 500 << 20)) }
        return SlurmWave(
            units,
            forecast: WorkForecast(Dictionary(uniqueKeysWithValues: needs)),
            limits: limits,
            jobID: "ab12",
            token: "t",
            adopting: adopting
        )
    }

    static func units(_ count: Int, attempt: Int = 2) -> [WorkUnit] {
        (0..<count).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0], attempt: attempt) }
    }

    /// The end of each reported unit, by its range.
    var ends: [Int: UnitExit] {
        Dictionary(outcomes.map { ($0.unit.ranges[0], $0.exit) }) { first, _ in first }
    }

    /// Adds a running job of an earlier coordinator.
    mutating func place(_ submission: SlurmSubmission, job: Int, tasks: [Int]) {
        for task in tasks {
            work[Place(name: submission.name, job: job, task: task)] = Work(
                units: submission.tasks[task],
                start: now,
                fate: .good
            )
        }
    }

    /// Runs until the wave is over, or until a time.
    mutating func run(until end: Double = 50_000) {
        while now < end {
            let action = wave.next(at: now)
            var event: SlurmWave.Event?
            switch action {
            case .end:
                hasEnded = true
                return
            case .wait(let seconds): now += seconds
            case .submit(let submission): event = submit(submission)
            case .poll: event = poll()
            case .ask(let jobs): event = ask(jobs)
            case .look: event = .reported(report())
            case .cancel(let cancellation): event = cancel(cancellation)
            }
            // Every command takes a moment.
            now += 0.01
            if let event { take(wave.handle(event, at: now)) }
        }
    }

    /// Sends an event to the wave.
    mutating func ask(_ event: SlurmWave.Event) { take(wave.handle(event, at: now)) }

    private mutating func take(_ reports: [SlurmWave.Report]) {
        for report in reports {
            switch report {
            case .outcome(let outcome, _, _): outcomes.append(outcome)
            case .note(_, let text): notes.append(text)
            }
        }
    }

    static let noAnswer = SlurmError(
        .away,
        tool: .squeue,
        cause: "Unable to contact slurm controller (connect failure)"
    )

    private var isAway: Bool { away.map { $0.contains(now) } ?? false }

    private mutating func submit(_ submission: SlurmSubmission) -> SlurmWave.Event {
        if isAway { return .notSubmitted(name: submission.name, Self.noAnswer) }
        calls += 1
        let answer = submitting(calls)
        if answer?.keeps ?? true {
            submissions.append(submission)
            let id = 100 + submissions.count
            for (task, units) in submission.tasks.enumerated() {
                let place = Place(name: submission.name, job: id, task: task)
                work[place] = Work(units: units, start: now + 1, fate: fate(submissions.count, task))
            }
            if answer == nil { return .submitted(name: submission.name, job: id) }
        }
        return .notSubmitted(name: submission.name, answer?.error ?? Self.noAnswer)
    }

    private func end(of work: Work) -> Double {
        switch work.fate {
        case .good, .late, .fails: work.start + Double(work.units.count) * unitSeconds
        case .ends(_, let reported), .vanishes(let reported): work.start + (Double(reported) + 0.5) * unitSeconds
        case .waits, .forgotten: .infinity
        }
    }

    private func state(of work: Work) -> SlurmState? {
        if work.isCancelled { return .over(.cancelled) }
        if case .waits = work.fate { return .pending }
        if case .forgotten = work.fate { return nil }
        guard now >= end(of: work) else { return now < work.start ? .pending : .running }
        switch work.fate {
        case .good, .late: return .over(.completed)
        case .fails: return .over(.failed)
        case .ends(let end, _): return .over(end)
        case .vanishes, .forgotten: return nil
        case .waits: return .pending
        }
    }

    private mutating func poll() -> SlurmWave.Event {
        polls.append(now)
        if isAway { return .queueFailed(Self.noAnswer) }
        return .queue(
            work.compactMap { place, work in
                guard let state = state(of: work) else { return nil }
                var reason = "None"
                if case .waits(let why) = work.fate { reason = why }
                return SlurmQueueEntry(
                    name: place.name,
                    job: place.job,
                    task: place.task,
                    state: state,
                    node: "n1",
                    reason: reason
                )
            }
        )
    }

    private func ask(_ jobs: [Int]) -> SlurmWave.Event {
        if isAway { return .recordsFailed(Self.noAnswer) }
        return .records([])
    }

    private mutating func report() -> [UnitOutcome] {
        var outcomes: [UnitOutcome] = []
        for (_, work) in work.sorted(by: { ($0.key.job, $0.key.task) < ($1.key.job, $1.key.task) }) {
            if work.isCancelled { continue }
            for (index, unit) in work.units.enumerated() {
                var due = work.start + Double(index + 1) * unitSeconds
                var exit = UnitExit.code(0)
                switch work.fate {
                case .good: break
                case .late(let delay): due += delay
                case .ends(_, let reported), .vanishes(let reported): if index >= reported { due = .infinity }
                case .fails(let own): exit = index == 0 ? own : .code(0)
                case .waits, .forgotten: due = .infinity
                }
                guard now >= due, reportedUnits.insert(unit).inserted else { continue }
                outcomes.append(UnitOutcome(unit: unit, exit: exit))
            }
        }
        return outcomes
    }

    private mutating func cancel(_ cancellation: SlurmCancellation) -> SlurmWave.Event {
        if isAway { return .notCancelled(cancellation, Self.noAnswer) }
        cancellations.append(cancellation)
        for (place, one) in work where place.name == cancellation.name {
            if let job = cancellation.job, job != place.job { continue }
            if let task = cancellation.task, task != place.task { continue }
            if cancellation.sparesRunning, state(of: one) != .pending { continue }
            if state(of: one)?.isAlive ?? true { work[place]?.isCancelled = true }
        }
        return .cancelled(cancellation)
    }

    /// Tasks that are queued or run.
    var aliveTasks: Int { work.values.count { state(of: $0)?.isAlive ?? false } }
}
