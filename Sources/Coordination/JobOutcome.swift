import JobDocuments
package import Jobs
import Media
import Platform

/// How a job ended.
package enum JobOutcome: Hashable, Sendable {
    /// The film is there, or what there is of it when verification found fault. `wasComplete` is true when nothing had
    /// to be done.
    case finished(FinishedFilm, wasComplete: Bool)
    /// There is no film; what was published stays, and the job can be resumed.
    case failed(FarmError)

    /// The last event of the job.
    package var event: JobEvent {
        switch self {
        case .finished(let film, let wasComplete): .finished(film, wasComplete: wasComplete)
        case .failed(let error): .failed(explanation: error.explanation, exitCode: error.kind.rawValue)
        }
    }

    /// Exit code of the command line.
    package var exitCode: Int32 {
        switch self {
        case .finished(let film, _): film.findings.isEmpty && film.misses == nil ? 0 : FailureKind.verification.rawValue
        case .failed(let error): error.kind.rawValue
        }
    }
}

extension FarmError {
    /// The user stopped the job.
    package static let interrupted = FarmError(
        .interrupted,
        attempted: "finish the job",
        subject: "job",
        cause: "it was interrupted",
        remedy: "Run it again: it goes on where it stopped."
    )
}

extension UnitOutcome {
    /// The outcome as the reason why a job failed: the worker's own error where it named one, then where that happened.
    package var explained: FarmError {
        if case .code(let code) = exit, let failure, failure.kind.rawValue == code {
            let remedy = failure.remedy.isEmpty ? [] : [failure.remedy]
            return FarmError(
                .unitFailed,
                attempted: failure.attempted,
                subject: failure.subject,
                cause: failure.cause,
                remedy: (remedy + ["It happened in \(place). \(whatNow)"]).joined(separator: "\n  "),
                kind: failure.kind
            )
        }
        let (kind, cause): (FailureKind, String) =
            switch exit {
            case .code(let code): (FailureKind(rawValue: code) ?? .bug, "its process ended with \(exit)")
            case .forbidden:
                // As for the reader of the coordinator: it is a film that makes a process try such things.
                (.badInput, "its sandbox stopped it: it tried what no reader of films has any use for (\(exit))")
            case .signal(9): (.bug, "its process was ended by \(exit), as the system does when memory runs out")
            case .signal: (.bug, "its process was ended by \(exit)")
            case .timedOut: (isAwaitingFile ? .inputOutput : .bug, exit.description)
            case .notStarted(let reason): (.unavailable, "its process could not be started: \(reason)")
            case .abandoned(let reason, let kind): (kind, reason)
            }
        let isKilled = exit == .signal(9)
        return FarmError(
            .unitFailed,
            attempted: unit.action,
            subject: place,
            cause: lastWords.isEmpty ? cause : "\(cause)\n\(lastWords)",
            remedy: (isKilled ? "Give it more memory, or run fewer at once with --workers. " : "") + whatNow,
            kind: kind
        )
    }

    /// Whether the last that was heard of the unit is that it waits for a file: then the disk is to blame.
    private var isAwaitingFile: Bool {
        lastWords.split(separator: "\n").last.map { AwaitedFile.isNote(String($0)) } ?? false
    }

    /// The unit, as its log is named.
    private var place: String { unit.description + (unit.attempt > 1 ? ", attempt \(unit.attempt)" : "") }

    private var whatNow: String {
        "The log is \(JobPaths.logName(of: unit)) in the job directory. "
            + "What is done stays done: run the job again once the cause is repaired."
    }
}
