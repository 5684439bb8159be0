import Coordination
import Glibc
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
    /// What became of it; nil if it was not begun, and if its manifest became no job.
    let outcome: JobOutcome?
    /// The exit code, which also tells of a goal that it misses.
    let exitCode: Int32
    /// Seconds that it took, waiting included.
    var seconds: Double?
    /// Why its manifest became no job; nil for others.
    var words: String?

    /// Why there is no film; nil if there is one.
    var failure: String? {
        if case .failed(let error)? = outcome { return error.explanation }
        return words
    }

    /// Whether there is no film because a disk or a quota is full.
    var isFullDisk: Bool {
        if case .failed(let error)? = outcome, error.code == .diskFull { return true }
        // Errors of units and leases have the message of the system in their words. Safe: each is copied before another
        // call can replace it.
        let reasons = unsafe [String(cString: strerror(ENOSPC)), String(cString: strerror(EDQUOT))]
        return failure.map { words in reasons.contains { words.contains($0) } } ?? false
    }

    /// The film; nil if there is none.
    var film: FinishedFilm? {
        if case .finished(let film, _)? = outcome { return film }
        return nil
    }

    /// What became of it, in a word or two.
    var state: String {
        switch outcome {
        case nil: exitCode == FailureKind.interrupted.rawValue ? "not begun" : "failed"
        case .failed(let error): error.kind == .interrupted ? "interrupted" : "failed"
        case .finished(let film, let wasComplete):
            !film.findings.isEmpty ? "faulty" : exitCode != 0 ? "missed" : wasComplete ? "complete" : "finished"
        }
    }

    /// The ending of the first film of a manifest that became no job, or whose job could not be run.
    static func unmade(_ manifest: Manifest, _ error: any Error, _ job: PreparedJob? = nil) -> FilmEnding {
        let explained = error as? any ExplainedError
        return FilmEnding(
            name: manifest.filmName,
            jobID: job?.first.id,
            output: manifest.output,
            directory: job?.directory,
            outcome: nil,
            exitCode: (explained?.kind ?? .bug).rawValue,
            words: explained?.explanation ?? "\(error)\n  This is a bug in Granary."
        )
    }

    /// The ending of a film that was not begun, because the user stopped the run.
    static func notBegun(name: String, jobID: String? = nil, output: String) -> FilmEnding {
        let code = FailureKind.interrupted.rawValue
        return FilmEnding(name: name, jobID: jobID, output: output, outcome: nil, exitCode: code)
    }
}
