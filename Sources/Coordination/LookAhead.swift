import Dispatch
import JobDocuments
import Jobs
import Media

/// Looks at what units published while others are still at work: one file after the other, on a thread of its own.
///
/// Between two waves nothing works but the coordinator, so what it has to read and hash there is lost by every slot.
final class LookAhead: Sendable {
    private let directory: JobDirectory
    private let job: ResolvedJob
    private let coarse: [PlannedRange]
    private let queue = DispatchQueue(label: "published.files")

    /// Creates a value.
    ///
    /// - Parameter coarse: the ranges of the scout.
    init(_ directory: JobDirectory, of job: ResolvedJob, coarse: [PlannedRange]) {
        self.directory = directory
        self.job = job
        self.coarse = coarse
    }

    /// Has what a unit published looked at, and returns at once.
    func note(_ unit: WorkUnit) {
        queue.async { [self] in directory.lookAhead(at: unit, of: job, coarse: coarse) }
    }

    /// Waits until all of it was looked at.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
