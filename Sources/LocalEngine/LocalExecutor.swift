package import Confinement
package import Coordination
import Foundation
import Glibc
package import JobDocuments
package import Jobs
import Media
import Platform

/// Runs work units as child processes of the running program on this machine.
///
/// Each child is looked after by a thread of its own, which waits for it in the kernel: nothing blocks the cooperative
/// pool. A child that has done its unit takes the next one of its stage. A crash in a codec costs one unit. However a
/// run ends, also when the task that follows it is cancelled or this process is killed, its children end with it.
package final class LocalExecutor: Executor {
    /// How long a worker may say nothing before it counts as hung. A worker speaks at every frame that goes in or out.
    package static let standardSilenceLimitSeconds = 600
    /// How long workers that were asked to stop may take before they are killed.
    static let patience = Duration.seconds(2)

    private struct State {
        var isDraining = false
        var isCancelled = false
        /// Those that still run, or may.
        var batches: [UnitBatch] = []
    }

    private let workers: Int
    private let executable: String
    private let silenceLimitSeconds: Int
    private let sandbox: SandboxMode
    private let endOthers: @Sendable (JobDirectory) throws -> Void
    private let standing = StandingWorkers()
    private let state = Locked(State())

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - workers: most children at a time, at least 1.
    ///   - executable: path of the program that understands `work`.
    ///   - silenceLimitSeconds: how long a child may say nothing before it is killed.
    ///   - sandbox: whether the children confine themselves.
    ///   - endOthers: ends what another engine left behind of a job. Children need none of it: they end with their
    ///     coordinator.
    package init(
        workers: Int,
        executable: String = OwnProgram.path,
        silenceLimitSeconds: Int = LocalExecutor.standardSilenceLimitSeconds,
        sandbox: SandboxMode = .auto,
        endOthers: @escaping @Sendable (JobDirectory) throws -> Void = { _ in }
    ) {
        precondition(workers > 0, "somebody has to do the work")
        self.workers = workers
        self.executable = executable
        self.silenceLimitSeconds = silenceLimitSeconds
        self.sandbox = sandbox
        self.endOthers = endOthers
    }

    /// Runs units as children, in this order, `workers` at a time.
    ///
    /// Messages and outcomes of one unit come in order, and from a thread of that unit.
    package func run(
        _ units: [WorkUnit],
        forecast: WorkForecast = WorkForecast(),
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        let (outcomes, continuation) = AsyncStream.makeStream(of: UnitOutcome.self)
        let batch = UnitBatch(
            units: units,
            runner: UnitRunner(
                executable: executable,
                job: job,
                silenceLimitSeconds: silenceLimitSeconds,
                sandbox: sandbox,
                standing: standing,
                onMessage: onMessage
            )
        )
        state.withLock { state in
            state.batches.removeAll { $0.isFinished }
            state.batches.append(batch)
            if state.isDraining { batch.drain() }
            if state.isCancelled { batch.stop() }
        }
        continuation.onTermination = { reason in
            if case .cancelled = reason { batch.stop() }
        }
        batch.start(threads: min(workers, units.count), outcomes: continuation)
        return outcomes
    }

    /// Starts no further unit; those that run may finish.
    package func drain() {
        state.withLock { state in
            state.isDraining = true
            for batch in state.batches { batch.drain() }
        }
    }

    /// Ends everything that runs, by SIGTERM and two seconds later by SIGKILL, and starts nothing any more. Does not
    /// wait: the streams of outcomes end when the children have.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            for batch in state.batches { batch.stop() }
        }
        standing.end()
    }

    /// Ends what an earlier coordinator of a job left behind with another engine.
    package func endLeftovers(of job: JobDirectory) throws { try endOthers(job) }
}
