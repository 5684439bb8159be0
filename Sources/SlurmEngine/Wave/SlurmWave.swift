import Coordination
import JobDocuments
import Jobs
import Media

/// Decides how a wave of work units runs on a cluster. It is a value: it takes the answers of Slurm and the reports of
/// units, and returns the next action.
///
/// It reads no clock and does no I/O: the caller passes times in seconds. A unit is done when its end is reported in
/// the job directory. Slurm's answers only determine when to check for reports, and when to try again. If a task fails
/// without a failure of its units, this type tries it again, within limits. The failure of a unit itself is passed on,
/// and the coordinator decides.
struct SlurmWave: Sendable {
    /// What to do next.
    enum Action: Hashable, Sendable {
        /// Write the document of the submission, and submit it.
        case submit(SlurmSubmission)
        /// List the tasks of these jobs.
        case poll(names: [String])
        /// Ask how tasks of these arrays ended.
        case ask(jobs: [Int])
        /// Look for reports in these submissions.
        case look(names: [String])
        /// End tasks.
        case cancel(SlurmCancellation)
        /// Wait for this time, or until a request arrives.
        case wait(seconds: Double)
        /// Nothing is left to do.
        case end
    }

    /// What happened.
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
        /// A unit ended; with the place of its task, whose log has details.
        case outcome(UnitOutcome, submission: String?, task: Int?)
        /// A note about a unit.
        case note(WorkUnit, String)
    }

    /// Units that one task does, and how their tasks have ended so far.
    struct Bundle: Hashable, Sendable {
        /// The units whose end is not reported yet.
        var units: [WorkUnit]
        var mebibytes: Int?
        /// Their task; nil while they wait to be submitted.
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
        /// Since when Slurm's queue does not list it.
        var missingSince: Double?
        /// How it ended, and since when that is known.
        var end: SlurmState.End?
        var endedAt = 0.0
    }

    /// A submission.
    struct Job: Hashable, Sendable {
        enum State: Hashable, Sendable {
            /// Submitted; it is unknown whether Slurm accepted it.
            case uncertain(since: Double)
            case accepted(id: Int)
        }
        var submission: SlurmSubmission
        var state: State
        /// True if an earlier coordinator submitted it.
        var isAdopted = false
        /// True if `sbatch` gave no answer and the queue did not have the job.
        var isToSubmitAgain = false
    }

    let limits: SlurmWaveLimits
    let jobID: String
    private let namePrefix: String
    var bundles: [Bundle]
    var jobs: [Job] = []
    /// Units by their work, with the attempt that the coordinator requested.
    let requested: [WorkUnit: WorkUnit]

    var cancellations: [SlurmCancellation] = []
    var cancellationTries: [SlurmCancellation: Int] = [:]
    /// Jobs that could not be ended, and may still have running tasks.
    var uncancelledNames: [String] = []
    var jobsToAsk: Set<Int> = []
    var reportedReasons: Set<String> = []
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
    /// Since when neither Slurm nor a unit has answered.
    var awaySince: Double?
    /// True once listeners got a note that Slurm does not answer.
    var isAwayReported = false
    private var sequence = 0

    /// Plans a wave.
    ///
    /// - Parameters:
    ///   - units: in any order; those that take longest are started first.
    ///   - jobID: id of the job.
    ///   - token: distinguishes the Slurm jobs of this run from those of all others.
    ///   - adopting: the submissions of an earlier coordinator, without the units whose end was reported. Units that
    ///     still wait or run there are not submitted again.
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
        let requested = Dictionary(units.map { ($0.work, $0) }) { first, _ in first }
        self.requested = requested
        var rest = Set(requested.keys)
        bundles = []
        for submission in found {
            jobs.append(Job(submission: submission, state: .uncertain(since: -1e9), isAdopted: true))
            for (task, done) in submission.tasks.enumerated() {
                let units = done.map(\.work).filter { rest.remove($0) != nil }.compactMap { requested[$0] }
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

    /// The memory that a task requests: for its units, and some for the process that starts them.
    private static func mebibytes(_ byteCount: Int, _ limits: SlurmWaveLimits) -> Int? {
        switch limits.memory {
        case .unsaid: nil
        case .mebibytes(let requested): requested
        case .measured: max((byteCount >> 20) + 1, 64) * limits.processors + 128
        }
    }

    /// Number of units whose end is not known.
    var openCount: Int { bundles.reduce(0) { $0 + $1.units.count } }

    // MARK: - The next action

    /// The action to do now.
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

    /// The last actions: they end jobs that are no longer needed.
    private mutating func farewell(at now: Double) -> Action {
        guard let cancellation = cancellations.first else { return .end }
        return now >= nextCancel ? .cancel(cancellation) : .wait(seconds: nextCancel - now)
    }

    /// An array of waiting units: as many as an array may hold, all with the same memory.
    private mutating func dueSubmission(at now: Double) -> SlurmSubmission? {
        guard !isDraining, now >= nextSubmission else { return nil }
        // The queue did not have this job. The same name is used again, so that a copy that appears late is found.
        if let index = jobs.firstIndex(where: { $0.isToSubmitAgain }) {
            jobs[index].isToSubmitAgain = false
            jobs[index].state = .uncertain(since: now)
            return jobs[index].submission
        }
        // Jobs of an earlier coordinator may still run: the queue is read before anything is submitted.
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
