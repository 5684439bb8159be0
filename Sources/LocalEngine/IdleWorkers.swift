import JobDocuments
import Jobs
import Media

/// The children of an engine that wait for their next unit. A child ends by its life line when it is released.
final class IdleWorkers: Sendable {
    private let waiting = Locked<[IdleWorker]>([])

    /// Removes and returns a worker for a unit; nil when there is none.
    ///
    /// Workers of other stages and jobs end, because they hold memory that the next workers need. A second or later
    /// attempt always gets a new process.
    func take(for unit: WorkUnit, of job: JobDirectory) -> IdleWorker? {
        // The other workers are released after the lock is.
        let (taken, others) = waiting.withLock { waiting -> (IdleWorker?, [IdleWorker]) in
            let others = waiting.filter { $0.stage != unit.stage || $0.jobPath != job.path }
            waiting.removeAll { $0.stage != unit.stage || $0.jobPath != job.path }
            return (unit.attempt == 1 ? waiting.popLast() : nil, others)
        }
        _ = others
        return taken
    }

    /// Number of workers that wait.
    var count: Int { waiting.withLock { $0.count } }

    /// Removes and returns the worker that has waited longest; nil when there is none.
    func takeOldest() -> IdleWorker? { waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() } }

    /// Adds a worker that waits.
    func keep(_ worker: IdleWorker) { waiting.withLock { $0.append(worker) } }

    /// Ends all waiting workers.
    func end() {
        let ended = waiting.withLock { waiting -> [IdleWorker] in
            defer { waiting = [] }
            return waiting
        }
        _ = ended
    }
}
