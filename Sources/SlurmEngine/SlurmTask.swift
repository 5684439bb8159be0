package import Coordination
import Foundation
package import JobDocuments
import Jobs
import Media
import Platform

/// What one task of a job array does on its node: the units of its bundle, as child processes, and a report of each
/// one's end.
///
/// A unit that ends because the shared folder cannot be read or written is tried again after a while, here where it
/// costs no new place in the queue. What was killed from outside is not reported: whoever killed it may have meant the
/// task, which then comes again as a whole.
package actor SlurmTask {
    /// How long is waited before a unit is tried again after trouble with files, and before a report is; in seconds.
    package static let standardDelays = [5.0, 15, 30, 60]

    private let job: JobDirectory
    private let name: String
    private let task: Int
    private let makeExecutor: @Sendable (Int) -> any Executor
    private let delays: [Double]
    private let say: @Sendable (String) -> Void
    private var executor: (any Executor)?
    private var isCancelled = false

    /// Prepares a task.
    ///
    /// - Parameters:
    ///   - name: the submission's.
    ///   - task: number of the task in it.
    ///   - makeExecutor: makes what runs so many units at once.
    ///   - say: takes lines for the task's log.
    package init(
        _ job: JobDirectory,
        submission name: String,
        task: Int,
        delays: [Double] = SlurmTask.standardDelays,
        makeExecutor: @escaping @Sendable (Int) -> any Executor,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.job = job
        self.name = name
        self.task = task
        self.delays = delays
        self.makeExecutor = makeExecutor
        self.say = say
    }

    /// Ends the units that run; nothing of them is reported.
    package func cancel() {
        isCancelled = true
        executor?.cancel()
    }

    /// Does the units, and returns an exit code: 0 when all ended well.
    package func run() async -> Int32 {
        let submission: SlurmSubmission
        do {
            guard let found = try await readSubmission() else { return 0 }
            submission = found
        } catch {
            say("granary: \(FarmError(explaining: error).explanation)")
            return FarmError(explaining: error).kind.rawValue
        }
        guard submission.tasks.indices.contains(task) else {
            say("granary: submission \(name) has no task \(task)")
            return FailureKind.usage.rawValue
        }
        let executor = makeExecutor(submission.processors)
        self.executor = executor
        var left = submission.tasks[task].filter { unit in
            // A task that was put back has done some of its units before.
            let number = submission.number(of: unit)
            return number.flatMap { job.slurmReport(of: name, unit: $0) }?.exit != .code(0)
        }
        var worst: Int32 = 0
        for round in 0... {
            var again: [WorkUnit] = []
            for await outcome in executor.run(left, forecast: WorkForecast(), of: job, onMessage: { _, _ in }) {
                say("granary: \(outcome.unit): \(outcome.exit)")
                if isCancelled || wasKilled(outcome.exit) {
                    worst = 1
                } else if round < delays.count, isOfFiles(outcome.exit) {
                    again.append(outcome.unit)
                } else {
                    if outcome.exit != .code(0) { worst = 1 }
                    if await !report(outcome, in: submission) { worst = FailureKind.inputOutput.rawValue }
                }
            }
            guard !again.isEmpty, !isCancelled else { break }
            say(
                "granary: \(counted(again.count, "unit")) again in \(Int(delays[round])) s: files cannot be read or "
                    + "written"
            )
            try? await Task.sleep(for: .seconds(delays[round]))
            left = again
        }
        return isCancelled ? 1 : worst
    }

    /// Reads what the task is to do; nil when the wave is over and there is nothing to do.
    private func readSubmission() async throws -> SlurmSubmission? {
        var waits = delays.makeIterator()
        while true {
            if let found = try job.slurmSubmission(name) { return found }
            // Without the job's first document it is the folder that is away.
            let isAway = FileStatus(path: job.jobPath) == nil
            guard let seconds = waits.next(), !isCancelled else {
                if isAway { _ = try job.job() }
                say("granary: there is no submission \(name) any more, and so nothing to do")
                return nil
            }
            try? await Task.sleep(for: .seconds(isAway ? seconds : min(seconds, 5)))
        }
    }

    private func report(_ outcome: UnitOutcome, in submission: SlurmSubmission) async -> Bool {
        guard let number = submission.number(of: outcome.unit) else { return false }
        var waits = delays.makeIterator()
        while true {
            do {
                try job.report(outcome, unit: number, of: name)
                return true
            } catch {
                // The wave may have ended without this task: its folder is then gone for good.
                guard let seconds = waits.next(), !isCancelled else {
                    say("granary: \(FarmError(explaining: error).explanation)")
                    return false
                }
                try? await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    private func wasKilled(_ exit: UnitExit) -> Bool { exit == .signal(9) || exit == .signal(15) }

    /// Whether a unit failed because files could not be read or written, or because the job's folder is not to be seen.
    private func isOfFiles(_ exit: UnitExit) -> Bool {
        switch exit {
        case .code(0), .timedOut, .signal, .abandoned: false
        case .code(FailureKind.inputOutput.rawValue), .notStarted: true
        case .code: FileStatus(path: job.jobPath) == nil
        }
    }
}
