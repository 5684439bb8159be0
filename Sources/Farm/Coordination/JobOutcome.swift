import Media

/// How a job ended.
package enum JobOutcome: Hashable, Sendable {
    /// The film is there, or what there is of it when verification found fault. `wasComplete` is true when nothing had to
    /// be done.
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
    static let interrupted = FarmError(
        .interrupted,
        attempted: "finish the job",
        subject: "job",
        cause: "it was interrupted",
        remedy: "Run it again: it goes on where it stopped."
    )
}

extension UnitOutcome {
    /// The outcome as the reason why a job failed.
    var explained: FarmError {
        let (kind, cause): (FailureKind, String) =
            switch exit {
            case .code(let code): (FailureKind(rawValue: code) ?? .bug, exit.description)
            case .signal, .timedOut: (.bug, exit.description)
            case .notStarted: (.unavailable, exit.description)
            case .abandoned(_, let kind): (kind, exit.description)
            }
        return FarmError(
            .unitFailed,
            attempted: "do the work unit \(unit.stage.rawValue)",
            subject: unit.description + (unit.attempt > 1 ? ", attempt \(unit.attempt)" : ""),
            cause: story(cause),
            remedy: "Its log is \(JobDirectory.logName(of: unit)) in the job directory. "
                + "What is done stays done: run the job again once the cause is mended.",
            kind: kind
        )
    }
    /// What happened: a worker that said what it could not do has told all that its exit code does.
    private func story(_ cause: String) -> String {
        if lastWords.isEmpty { return cause }
        let words = lastWords.replacing("granary: could not ", with: "it failed to ")
        if case .code = exit, words != lastWords { return words }
        return "\(cause)\n\(lastWords)"
    }
}
