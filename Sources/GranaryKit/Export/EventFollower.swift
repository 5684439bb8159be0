import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// Follows the events that `granary run --progress json` prints.
struct EventFollower {
    /// The film, once it is finished.
    private(set) var finished: FinishedFilm?
    /// Why the job failed.
    private(set) var explanation: String?

    /// Folder of the job directories.
    private let folder: String
    private let start = ContinuousClock.now
    private var job: ResolvedJob?
    private var tracker: ProgressTracker?

    /// Creates a follower of a job.
    ///
    /// - Parameter folder: the folder of its directory.
    init(_ folder: String) { self.folder = folder }

    /// Reads a line; returns the progress after it, nil for one that tells nothing about it.
    mutating func follow(_ line: String) -> ExportProgress? {
        // A program of another version may print events that this one does not know; they are passed over.
        guard let event = try? JSONDecoder().decode(JobEvent.self, from: Data(line.utf8)) else { return nil }
        switch event {
        case .resolved(let resolved): job = resolved
        case .finished(let film, _): finished = film
        case .failed(let explanation, _): self.explanation = explanation
        default: break
        }
        if tracker == nil, let job { tracker = Self.tracker(job, in: folder) }
        let elapsedSeconds = start.duration(to: .now) / .seconds(1)
        tracker?.note(event, elapsedSeconds: elapsedSeconds)
        return tracker.map { ExportProgress($0.state) }
    }

    /// What the program says with its exit code about goals that the film misses.
    func missedGoals(_ exit: UnitExit) -> [String] {
        guard exit == .code(FailureKind.verification.rawValue), (finished?.misses ?? []).isEmpty else { return [] }
        return ["the film misses its goal by more than the tolerance"]
    }

    /// A tracker for a job, which needs the source that the program described in the job's directory; nil before it
    /// has.
    private static func tracker(_ job: ResolvedJob, in folder: String) -> ProgressTracker? {
        guard let source = try? JobDirectory(path: "\(folder)/\(job.id)").source() else { return nil }
        return ProgressTracker(job: job, source: source)
    }
}

extension ExportProgress {
    init(_ state: ProgressState) {
        self.init(
            fractionCompleted: state.fraction,
            activity: state.activity,
            pass: state.pass,
            framesPerSecond: state.framesPerSecond,
            remainingSeconds: state.remainingSeconds
        )
    }
}
