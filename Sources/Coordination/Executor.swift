package import JobDocuments
package import Jobs

/// Runs work units somewhere: as child processes, or on a cluster.
package protocol Executor: Sendable {
    /// Runs units, in this order as far as there is room, and says of each one how it ended.
    ///
    /// The stream ends when all of them have ended, or, after `drain` or `cancel`, when those that were started have;
    /// units that were never started are then left out. One call at a time.
    ///
    /// - Parameters:
    ///   - forecast: what the units are expected to take.
    ///   - onMessage: called with every message of a unit before that unit's outcome.
    func run(
        _ units: [WorkUnit],
        forecast: WorkForecast,
        of job: JobDirectory,
        onMessage: @escaping @Sendable (WorkUnit, WorkerMessage) -> Void
    ) -> AsyncStream<UnitOutcome>

    /// Starts no further unit; those that run may finish. Holds for later calls of `run` too.
    func drain()

    /// Ends everything that runs, and starts nothing any more.
    func cancel()

    /// Ends what an earlier coordinator of a job left behind, so that nothing of it is published any more. Called
    /// before the job is begun anew; throws when it cannot be ended.
    func endLeftovers(of job: JobDirectory) throws
}
