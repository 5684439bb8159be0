package import Coordination
import Foundation
package import JobDocuments
import Jobs
import Media
import Platform

/// Does one task of a job array on its node: it runs the units of its bundle as child processes, and reports the end of
/// each.
///
/// A unit that fails because the shared folder cannot be read or written is tried again after a while, in the same
/// task, without waiting in the queue again. A unit that was killed from outside is not reported: the kill may have
/// been meant for the task, and then Slurm runs the whole task again.
package actor SlurmTask {
    /// Seconds before a unit is tried again after a file error, and before a report is tried again.
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
    ///   - name: the name of the submission.
    ///   - task: number of the task in it.
    ///   - makeExecutor: makes an executor that runs this many units at the same time.
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

    /// Ends the running units; they are not reported.
    package func cancel() {
        isCancelled = true
        executor?.cancel()
    }

    /// Does the units, and returns an exit code: 0 if all succeeded.
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
            // A requeued task may have done some of its units before.
            let number = submission.number(of: unit)
            return number.flatMap { job.slurm.report(of: name, unit: $0) }?.exit != .code(0)
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
                "granary: trying \(counted(again.count, "unit")) again in \(Int(delays[round])) s: "
                    + "files cannot be read or written"
            )
            try? await Task.sleep(for: .seconds(delays[round]))
            left = again
        }
        return isCancelled ? 1 : worst
    }

    /// Reads the submission; nil if the wave is over and there is nothing to do.
    private func readSubmission() async throws -> SlurmSubmission? {
        var waits = delays.makeIterator()
        while true {
            if let found = try job.slurm.submission(name) { return found }
            // If the job's first document is missing, too, then the folder cannot be seen.
            let isAway = FileStatus(path: job.paths.job) == nil
            guard let seconds = waits.next(), !isCancelled else {
                if isAway { _ = try job.job() }
                say("granary: the submission \(name) no longer exists; there is nothing to do")
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
                try job.slurm.report(outcome, unit: number, of: name)
                return true
            } catch {
                // The wave may have ended without this task: then its folder does not come back.
                guard let seconds = waits.next(), !isCancelled else {
                    say("granary: \(FarmError(explaining: error).explanation)")
                    return false
                }
                try? await Task.sleep(for: .seconds(seconds))
            }
        }
    }

    private func wasKilled(_ exit: UnitExit) -> Bool { exit == .signal(9) || exit == .signal(15) }

    /// Whether a unit failed because files could not be read or written, or because the job's folder cannot be seen.
    private func isOfFiles(_ exit: UnitExit) -> Bool {
        switch exit {
        case .code(0), .timedOut, .signal, .abandoned: false
        case .code(FailureKind.inputOutput.rawValue), .notStarted: true
        case .code: FileStatus(path: job.paths.job) == nil
        }
    }
}
