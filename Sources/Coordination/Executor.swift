package import JobDocuments
package import Jobs

/// Runs work units: as child processes, or on a cluster.
package protocol Executor: Sendable {
    /// Runs units, in this order as far as there is room, and returns the outcome of each.
    ///
    /// The stream ends when all units have ended. After `drain` or `cancel` it ends when the units have ended that were
    /// started; the others have no outcome. Only one call at a time is allowed.
    ///
    /// - Parameters:
    ///   - forecast: the expected time and memory of the units.
    ///   - onMessage: called with every message of a unit before that unit's outcome.
    func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome>

    /// Starts no further unit, also in later calls of `run`; running units may finish.
    func drain()

    /// Ends everything that runs, and starts nothing more.
    func cancel()

    /// Ends the units that an earlier coordinator of a job left running, so that they publish nothing more. Called
    /// before the job starts again from the beginning; throws when they cannot be ended.
    func endLeftovers(of job: JobDirectory) throws
}
