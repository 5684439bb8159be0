package import Media

/// Why the server could not be started.
package struct ServeError: ExplainedError {
    /// What was attempted.
    package let attempted: String
    /// The file or setting at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What to do about it.
    package let remedy: String
    /// The exit code that goes with it.
    package let kind: FailureKind

    /// Creates an error.
    package init(attempted: String, subject: String, cause: String, remedy: String, kind: FailureKind) {
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
        self.kind = kind
    }
}
