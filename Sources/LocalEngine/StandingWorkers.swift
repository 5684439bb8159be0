import JobDocuments
import Jobs
import Media

/// The children of an engine that wait for their next unit. Those that nobody holds any more end by their life line.
final class StandingWorkers: Sendable {
    private let waiting = Locked<[StandingWorker]>([])

    /// Takes one that waits for such a unit out; nil when there is none.
    ///
    /// Those of other stages and jobs end: they hold memory that the next ones need. An attempt that is not the first
    /// has a process of its own.
    func take(for unit: WorkUnit, of job: JobDirectory) -> StandingWorker? {
        // Ended outside of the lock.
        let (taken, others) = waiting.withLock { waiting -> (StandingWorker?, [StandingWorker]) in
            let others = waiting.filter { $0.stage != unit.stage || $0.jobPath != job.path }
            waiting.removeAll { $0.stage != unit.stage || $0.jobPath != job.path }
            return (unit.attempt == 1 ? waiting.popLast() : nil, others)
        }
        _ = others
        return taken
    }

    /// Has one wait.
    func keep(_ worker: StandingWorker) { waiting.withLock { $0.append(worker) } }

    /// Ends all that wait.
    func end() {
        let ended = waiting.withLock { waiting -> [StandingWorker] in
            defer { waiting = [] }
            return waiting
        }
        _ = ended
    }
}
