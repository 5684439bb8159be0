import Dispatch
import JobDocuments
import Jobs
import Media

/// Checks the files that units published while other units still run: one file after the other, on its own thread.
///
/// Between two waves only the coordinator works. All slots wait while it reads and hashes files there.
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

    /// Has the files checked that a unit published, and returns immediately.
    func note(_ unit: WorkUnit) {
        queue.async { [self] in directory.reader.lookAhead(at: unit, of: job, coarse: coarse) }
    }

    /// Waits until all of them are checked.
    func finish() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
