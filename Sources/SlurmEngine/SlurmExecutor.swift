package import Coordination
import Foundation
package import JobDocuments
package import Jobs
import Media

/// Runs work units on the nodes of a Slurm cluster.
///
/// A thread carries out the actions of a `SlurmWave`: it calls Slurm's commands, each with a time limit, and checks for
/// reports in the job directory, which coordinator and nodes share. Nothing blocks the cooperative pool. The tasks of a
/// coordinator that was killed continue, and the next coordinator waits for them.
package final class SlurmExecutor: Executor {
    private struct State {
        var isDraining = false
        var isCancelled = false
        var run: SlurmRun?
    }

    private let client: any SlurmClient
    private let limits: SlurmWaveLimits
    private let token: String
    private let state = Locked(State())

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - access: the options of Slurm; the program must support `task`.
    ///   - tasksAtOnce: most tasks of an array that run at the same time; nil for no limit.
    package convenience init(_ access: SlurmAccess, tasksAtOnce: Int? = nil) {
        var limits = SlurmWaveLimits()
        limits.bundleSeconds = access.options.bundleSeconds ?? limits.bundleSeconds
        limits.processors = access.options.cpus ?? limits.processors
        limits.slots = access.options.slots(tasksAtOnce: tasksAtOnce)
        limits.memory = access.options.memory ?? limits.memory
        let client = SlurmCommands(access, tasksAtOnce: tasksAtOnce)
        self.init(client, limits: limits, token: String(UUID().uuidString.prefix(8)).lowercased())
    }

    /// Creates an engine over a client.
    ///
    /// - Parameter token: distinguishes the Slurm jobs of this engine from those of all others.
    init(_ client: any SlurmClient, limits: SlurmWaveLimits, token: String) {
        self.client = client
        self.limits = limits
        self.token = token
    }

    /// Submits units as job arrays, those that take longest first, and follows them to their ends.
    package func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        let (outcomes, continuation) = AsyncStream.makeStream(of: UnitOutcome.self)
        let run = SlurmRun(
            units,
            forecast: forecast,
            limits: limits,
            // No two waves of a run share names, because the names contain the number of the wave.
            token: "\(token)-\(SlurmExecutor.serial.next())",
            client: client,
            job: job,
            onMessage: onMessage
        )
        state.withLock { state in
            state.run = run
            if state.isDraining { run.ask(.drain) }
            if state.isCancelled { run.ask(.stop) }
        }
        continuation.onTermination = { reason in
            if case .cancelled = reason { run.ask(.stop) }
        }
        let thread = Thread {
            run.follow { continuation.yield($0) }
            continuation.finish()
        }
        thread.name = "slurm"
        thread.start()
        return outcomes
    }

    /// Starts no further task; running tasks may finish.
    package func drain() {
        state.withLock { state in
            state.isDraining = true
            state.run?.ask(.drain)
        }
    }

    /// Ends every task of the wave, waiting or running.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.run?.ask(.stop)
        }
    }

    /// Ends the tasks of an earlier coordinator, and waits until Slurm has none of them, at most two minutes.
    package func endLeftovers(of job: JobDirectory) throws {
        let names = job.slurm.submissionNames
        guard !names.isEmpty else { return }
        for name in names { try client.cancel(SlurmCancellation(name: name)) }
        for attempt in 0... {
            let left = try client.queue(names: names).filter(\.state.isAlive)
            if left.isEmpty { return }
            guard attempt < 24 else {
                throw FarmError(
                    .inUse,
                    attempted: "end the tasks of an earlier run on the cluster",
                    subject: left.map { "\($0.job)_\($0.task)" }.prefix(8).joined(separator: ", "),
                    cause: "Slurm has not ended these tasks within two minutes",
                    remedy: "Check them with `squeue --me`, end them with scancel, and run the job again."
                )
            }
            sleep(5)
        }
    }

    private static let serial = SerialNumber()
}
