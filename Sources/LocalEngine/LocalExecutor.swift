package import Confinement
package import Coordination
import Foundation
import Glibc
package import JobDocuments
package import Jobs
import Media
import Platform

/// Runs work units of one job as child processes of the running program on this machine.
///
/// One thread for each child waits for it in the kernel, so nothing blocks the cooperative pool. A child that has done
/// its unit takes the next unit of its stage. A crash in a codec costs one unit. All children end when the run ends,
/// even when the task that iterates over the outcomes is cancelled, or this process is killed. Engines of several jobs
/// can share the slots of one `WorkerPool`.
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

    private let pool: WorkerPool
    /// The number of this engine's job in the pool.
    private let member: Int
    private let executable: String
    private let silenceLimitSeconds: Int
    private let sandbox: SandboxMode
    private let endOthers: @Sendable (JobDirectory) throws -> Void
    private let idle = IdleWorkers()
    private let state = Locked(State())

    /// Creates an engine with slots of its own.
    ///
    /// - Parameters:
    ///   - workers: most children at a time, at least 1.
    ///   - executable: see the other initialiser, as for the parameters after it.
    package convenience init(
        workers: Int,
        executable: String = OwnProgram.path,
        silenceLimitSeconds: Int = LocalExecutor.standardSilenceLimitSeconds,
        sandbox: SandboxMode = .auto,
        endOthers: @escaping @Sendable (JobDirectory) throws -> Void = { _ in }
    ) {
        self.init(
            in: WorkerPool(slotCount: workers),
            executable: executable,
            silenceLimitSeconds: silenceLimitSeconds,
            sandbox: sandbox,
            endOthers: endOthers
        )
    }

    /// Creates an engine that gets its slots from a pool.
    ///
    /// - Parameters:
    ///   - pool: the slots, which other engines may use as well.
    ///   - priority: which job gets a free slot first: the one with the higher priority, 0 to 100.
    ///   - byteCount: bytes of memory of one worker.
    ///   - executable: path of the program that understands `work`.
    ///   - silenceLimitSeconds: how long a child may be silent before it is killed.
    ///   - sandbox: whether the children confine themselves.
    ///   - endOthers: ends units of a job that another engine left running. Children are not among them, because they
    ///     end with their coordinator.
    package init(
        in pool: WorkerPool,
        priority: Int = 50,
        byteCount: Int = 0,
        executable: String = OwnProgram.path,
        silenceLimitSeconds: Int = LocalExecutor.standardSilenceLimitSeconds,
        sandbox: SandboxMode = .auto,
        endOthers: @escaping @Sendable (JobDirectory) throws -> Void = { _ in }
    ) {
        self.pool = pool
        member = pool.join(priority: priority, byteCount: byteCount, idle: idle)
        self.executable = executable
        self.silenceLimitSeconds = silenceLimitSeconds
        self.sandbox = sandbox
        self.endOthers = endOthers
    }

    deinit { pool.leave(member) }

    /// Runs units as children, in this order, as many at a time as the pool has slots for this job.
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
            ),
            outcomes: continuation
        )
        state.withLock { state in
            state.batches.removeAll { $0.isFinished }
            state.batches.append(batch)
            if state.isDraining { batch.drain() }
            if state.isCancelled { batch.stop() }
        }
        continuation.onTermination = { [pool, member] reason in
            guard case .cancelled = reason else { return }
            batch.stop()
            pool.withdraw(batch, of: member)
        }
        batch.endIfFinished()
        pool.run(batch.waitingCount, of: batch, by: member)
        return outcomes
    }

    /// Starts no further unit; running units may finish.
    package func drain() {
        let batches = state.withLock { state in
            state.isDraining = true
            for batch in state.batches { batch.drain() }
            return state.batches
        }
        for batch in batches { pool.withdraw(batch, of: member) }
    }

    /// Ends everything that runs, by SIGTERM and two seconds later by SIGKILL, and starts nothing more. Does not wait:
    /// the streams of outcomes end when the children have ended.
    package func cancel() {
        let batches = state.withLock { state in
            state.isCancelled = true
            for batch in state.batches { batch.stop() }
            return state.batches
        }
        for batch in batches { pool.withdraw(batch, of: member) }
        idle.end()
    }

    /// Ends the units of a job that an earlier coordinator left running with another engine.
    package func endLeftovers(of job: JobDirectory) throws { try endOthers(job) }
}
