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
/// One thread for each child waits for it in the kernel, so nothing blocks the cooperative pool. A child that has done
/// its unit takes the next unit of its stage. A crash in a codec costs one unit. All children end when the run ends,
/// even when the task that iterates over the outcomes is cancelled, or this process is killed.
package final class LocalExecutor: Executor {
    /// How long a worker may be silent before it counts as hung. A worker reports every frame that goes in or out.
    package static let standardSilenceLimitSeconds = 600
    /// How long a worker may take to stop before it is killed.
    static let patience = Duration.seconds(2)

    private struct State {
        var isDraining = false
        var isCancelled = false
        /// The batches that may still run units.
        var batches: [UnitBatch] = []
    }

    private let workers: Int
    private let executable: String
    private let silenceLimitSeconds: Int
    private let sandbox: SandboxMode
    private let endOthers: @Sendable (JobDirectory) throws -> Void
    private let idle = IdleWorkers()
    private let state = Locked(State())

    /// Creates an engine.
    ///
    /// - Parameters:
    ///   - workers: most children at a time, at least 1.
    ///   - executable: path of the program that understands `work`.
    ///   - silenceLimitSeconds: how long a child may be silent before it is killed.
    ///   - sandbox: whether the children confine themselves.
    ///   - endOthers: ends units of a job that another engine left running. Children are not among them, because they
    ///     end with their coordinator.
    package init(
        workers: Int,
        executable: String = OwnProgram.path,
        silenceLimitSeconds: Int = LocalExecutor.standardSilenceLimitSeconds,
        sandbox: SandboxMode = .auto,
        endOthers: @escaping @Sendable (JobDirectory) throws -> Void = { _ in }
    ) {
        precondition(workers > 0, "an engine needs at least one worker")
        self.workers = workers
        self.executable = executable
        self.silenceLimitSeconds = silenceLimitSeconds
        self.sandbox = sandbox
        self.endOthers = endOthers
    }

    /// Runs units as children, in this order, `workers` at a time.
    ///
    /// Messages and outcome of one unit come in order, on the thread of its child.
    package func run(
        _ units: [WorkUnit],
        forecast: WorkForecast = WorkForecast(),
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome> {
        let (outcomes, continuation) = AsyncStream.makeStream(of: UnitOutcome.self)
        let batch = UnitBatch(
            units: units,
            runner: ChildUnitRunner(
                executable: executable,
                job: job,
                silenceLimitSeconds: silenceLimitSeconds,
                sandbox: sandbox,
                idle: idle,
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

    /// Starts no further unit; running units may finish.
    package func drain() {
        state.withLock { state in
            state.isDraining = true
            for batch in state.batches { batch.drain() }
        }
    }

    /// Ends everything that runs, by SIGTERM and two seconds later by SIGKILL, and starts nothing more. Does not wait:
    /// the streams of outcomes end when the children have ended.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            for batch in state.batches { batch.stop() }
        }
        idle.end()
    }

    /// Ends the units of a job that an earlier coordinator left running with another engine.
    package func endLeftovers(of job: JobDirectory) throws { try endOthers(job) }
}
