import Coordination
import JobDocuments
import Jobs
import Media

/// Decides what becomes of a wave of work units on a cluster: a value that gets what Slurm says and what units
/// report, and answers with what to do next.
///
/// It reads no clock and touches nothing: times are seconds that it gets. A unit is done when its end is reported in
/// the job directory; Slurm's word only says when to look, and when to try again. What failed by no fault of a unit is
/// tried again here, within limits; what a unit reports as its own failure is handed on, and the coordinator decides.
struct SlurmWave: Sendable {
    /// What is to be done next.
    enum Action: Hashable, Sendable {
        /// Write the submission down and submit it.
        case submit(SlurmSubmission)
        /// Ask for the tasks of these jobs.
        case poll(names: [String])
        /// Ask how tasks of these arrays ended.
        case ask(jobs: [Int])
        /// Look for reports in these submissions.
        case look(names: [String])
        /// End tasks.
        case cancel(SlurmCancellation)
        /// Do nothing for so many seconds, or until something is asked for.
        case wait(seconds: Double)
        /// Nothing is left.
        case end
    }

    /// What was found out.
    enum Event: Hashable, Sendable {
        case submitted(name: String, job: Int)
        case notSubmitted(name: String, SlurmError)
        case queue([SlurmQueueEntry])
        case queueFailed(SlurmError)
        case records([SlurmRecord])
        case recordsFailed(SlurmError)
        /// The units that were reported since the last look.
        case reported([UnitOutcome])
        case cancelled(SlurmCancellation)
        case notCancelled(SlurmCancellation, SlurmError)
        /// Start nothing further.
        case drain
        /// End everything.
        case stop
    }

    /// What listeners get.
    enum Report: Hashable, Sendable {
        /// A unit ended; with the place of its task, whose log has more words.
        case outcome(UnitOutcome, submission: String?, task: Int?)
        /// A word about a unit.
        case note(WorkUnit, String)
    }

    /// Units that go together, and what became of their tasks so far.
    struct Bundle: Hashable, Sendable {
        /// Those whose end is not reported yet.
        var units: [WorkUnit]
        var mebibytes: Int?
        /// Where they are; nil while they wait.
        var place: Place?
        var notBefore = 0.0
        var failures = 0
        var preemptions = 0
        var shortages = 0
        var timeouts = 0
    }

    /// A task of an array.
    struct Place: Hashable, Sendable {
        var name: String
        var task: Int
        var node = ""
        /// True once Slurm has listed it.
        var wasSeen = false
        /// Since when nobody knows it.
        var missingSince: Double?
        /// How Slurm says that it ended, and since when that is known.
        var end: SlurmState.End?
        var endedAt = 0.0
    }

    /// A submission.
    struct Job: Hashable, Sendable {
        enum State: Hashable, Sendable {
            /// Handed over; nobody knows whether it was taken.
            case uncertain(since: Double)
            case accepted(id: Int)
        }
        var submission: SlurmSubmission
        var state: State
        /// True when a coordinator that is gone submitted it.
        var isAdopted = false
        /// True when it was looked up after an `sbatch` without an answer, and not found.
        var isToSubmitAgain = false
    }

    let limits: SlurmWaveLimits
    let jobID: String
    private let namePrefix: String
    var bundles: [Bundle]
    var jobs: [Job] = []
    /// Units by their work, with the attempt that the coordinator asked for.
    let asked: [WorkUnit: WorkUnit]

    var cancellations: [SlurmCancellation] = []
    var cancellationTries: [SlurmCancellation: Int] = [:]
    /// Jobs that could not be ended, and may have tasks at work.
    var uncancelledNames: [String] = []
    var jobsToAsk: Set<Int> = []
    var toldReasons: Set<String> = []
    var isDraining = false
    var isStopping = false
    var nextLook = 0.0
    var lookInterval: Double
    var nextPoll = 0.0
    var lastPoll = -1e9
    var pollInterval: Double
    var nextAsk = 0.0
    var nextCancel = 0.0
    var nextSubmission = 0.0
    var submissionDelay = 0.0
    /// Since when nothing was heard, neither of Slurm nor of units.
    var awaySince: Double?
    /// True when listeners know that Slurm does not answer.
    var isAwayTold = false
    private var sequence = 0

    /// Plans a wave.
    ///
    /// - Parameters:
    ///   - units: in any order; those that take longest are started first.
    ///   - jobID: id of the job.
    ///   - token: what tells the Slurm jobs of this run from those of every other one.
    ///   - adopting: what an earlier coordinator submitted, without the units whose end was reported; what of it still
    ///     waits or runs is waited for instead of being submitted again.
    init(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        limits: SlurmWaveLimits,
        jobID: String,
        token: String,
        adopting found: [SlurmSubmission] = []
    ) {
        self.limits = limits
        self.jobID = jobID
        namePrefix = SlurmSubmission.prefix(job: jobID) + token + "-"
        lookInterval = limits.lookSeconds.lowerBound
        pollInterval = limits.pollSeconds.lowerBound
        let asked = Dictionary(units.map { ($0.work, $0) }) { first, _ in first }
        self.asked = asked
        var rest = Set(asked.keys)
        bundles = []
        for submission in found {
            jobs.append(Job(submission: submission, state: .uncertain(since: -1e9), isAdopted: true))
            for (task, done) in submission.tasks.enumerated() {
                let units = done.map(\.work).filter { rest.remove($0) != nil }.compactMap { asked[$0] }
                guard !units.isEmpty else { continue }
                let place = Place(name: submission.name, task: task)
                bundles.append(Bundle(units: units, mebibytes: submission.mebibytes, place: place))
            }
        }
        let made = SlurmBundling.bundles(
            of: units.filter { rest.contains($0.work) },
            forecast: forecast,
            seconds: limits.bundleSeconds,
            processors: limits.processors,
            slots: limits.slots
        )
        for bundle in made {
            bundles.append(Bundle(units: bundle.units, mebibytes: Self.mebibytes(bundle.byteCount, limits)))
        }
    }

    /// What a task asks for: its units' memory, and some for the process that starts them.
    private static func mebibytes(_ byteCount: Int, _ limits: SlurmWaveLimits) -> Int? {
        switch limits.memory {
        case .unsaid: nil
        case .mebibytes(let asked): asked
        case .measured: max((byteCount >> 20) + 1, 64) * limits.processors + 128
        }
    }

    /// Number of units whose end is not known.
    var openCount: Int { bundles.reduce(0) { $0 + $1.units.count } }

    // MARK: - What comes next

    /// What to do now.
    mutating func next(at now: Double) -> Action {
        if isStopping || openCount == 0 { return farewell(at: now) }
        if let cancellation = cancellations.first, now >= nextCancel { return .cancel(cancellation) }
        let names = jobs.map(\.submission.name)
        if !names.isEmpty, now >= nextLook { return .look(names: names) }
        if let submission = dueSubmission(at: now) { return .submit(submission) }
        if !jobsToAsk.isEmpty, now >= nextAsk { return .ask(jobs: jobsToAsk.sorted()) }
        if !names.isEmpty, now >= nextPoll { return .poll(names: names) }
        var times = [now + limits.pollSeconds.upperBound]
        if !names.isEmpty { times += [nextLook, nextPoll] }
        if !cancellations.isEmpty { times.append(nextCancel) }
        if !jobsToAsk.isEmpty { times.append(nextAsk) }
        if jobs.contains(where: { $0.isToSubmitAgain }) { times.append(nextSubmission) }
        times += bundles.filter { $0.place == nil && !$0.units.isEmpty }.map { max($0.notBefore, nextSubmission) }
        return .wait(seconds: max((times.min() ?? now) - now, 0.02))
    }

    /// The last things: to end what is not needed any more.
    private mutating func farewell(at now: Double) -> Action {
        guard let cancellation = cancellations.first else { return .end }
        return now >= nextCancel ? .cancel(cancellation) : .wait(seconds: nextCancel - now)
    }

    /// An array of units that wait: as many as it may hold, all with the same memory.
    private mutating func dueSubmission(at now: Double) -> SlurmSubmission? {
        guard !isDraining, now >= nextSubmission else { return nil }
        // Looked up before, and not found: the same name again, so that whatever turns up late is seen.
        if let index = jobs.firstIndex(where: { $0.isToSubmitAgain }) {
            jobs[index].isToSubmitAgain = false
            jobs[index].state = .uncertain(since: now)
            return jobs[index].submission
        }
        // Those that an earlier coordinator submitted may turn out to be at work: asked about first.
        guard !jobs.contains(where: { $0.isAdopted && $0.state == .uncertain(since: -1e9) }) else { return nil }
        let ready = bundles.indices.filter {
            bundles[$0].place == nil && !bundles[$0].units.isEmpty && bundles[$0].notBefore <= now
        }
        guard let first = ready.first else { return nil }
        let chosen = ready.filter { bundles[$0].mebibytes == bundles[first].mebibytes }.prefix(limits.maximumArraySize)
        sequence += 1
        let submission = SlurmSubmission(
            name: namePrefix + String(sequence),
            job: jobID,
            tasks: chosen.map { bundles[$0].units },
            processors: limits.processors,
            mebibytes: bundles[first].mebibytes
        )
        for (task, index) in chosen.enumerated() { bundles[index].place = Place(name: submission.name, task: task) }
        jobs.append(Job(submission: submission, state: .uncertain(since: now)))
        return submission
    }
}
