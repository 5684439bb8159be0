import Coordination
import JobDocuments
import Jobs
import Media

/// Which of several films of a job one is.
struct FilmRole: Hashable, Sendable {
    /// What the user calls it.
    let name: String
    /// True for the first one, which stands for the job.
    let isFirst: Bool
}

/// How a film ended.
struct FilmEnding: Sendable {
    /// What the user calls it.
    let name: String
    /// Id of its job; nil if its manifest became none.
    var jobID: String?
    /// Absolute path of the film to make.
    let output: String
    /// Its job directory; nil if it never had one.
    var directory: JobDirectory?
    /// What became of it; nil if it was not begun.
    let outcome: JobOutcome?
    /// The exit code, which also tells of a goal that it misses.
    let exitCode: Int32
    /// Seconds that it took, waiting included.
    var seconds: Double?

    /// The ending of a film that was not begun, because the user stopped the run.
    static func notBegun(name: String, jobID: String? = nil, output: String) -> FilmEnding {
        let code = FailureKind.interrupted.rawValue
        return FilmEnding(name: name, jobID: jobID, output: output, outcome: nil, exitCode: code)
    }
}
