import Media

/// A failure with a file or a part of it, with the name of the file.
struct FileFailure: ExplainedError {
    let kind: FailureKind
    let attempted: String
    let subject: String
    let cause: String
    let remedy: String

    init(_ failure: some ExplainedError, in file: String) {
        kind = failure.kind
        attempted = failure.attempted
        subject = failure.subject.contains(file) ? failure.subject : "\(file), \(failure.subject)"
        cause = failure.cause
        remedy = failure.remedy
    }

    init(kind: FailureKind, attempted: String, subject: String, cause: String, remedy: String) {
        self.kind = kind
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }

    /// The failure for a file that does not exist.
    init(missing file: String, attempted: String) {
        self.init(
            kind: .sourceNotFound,
            attempted: attempted,
            subject: file,
            cause: "there is no such file",
            remedy: "check the path"
        )
    }
}
