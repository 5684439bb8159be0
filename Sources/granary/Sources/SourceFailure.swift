import Media

/// Why a film could not be read, in the exact words of the child process that read it.
struct SourceFailure: ExplainedError, Codable, Hashable {
    let kind: FailureKind
    let attempted: String
    let subject: String
    let cause: String
    let remedy: String

    init(kind: FailureKind, attempted: String, subject: String, cause: String, remedy: String) {
        self.kind = kind
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// Creates a copy of an error that can be sent to another process.
    init(_ error: any ExplainedError) {
        self.init(
            kind: error.kind,
            attempted: error.attempted,
            subject: error.subject,
            cause: error.cause,
            remedy: error.remedy
        )
    }
}
