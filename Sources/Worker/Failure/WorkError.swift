package import Media

/// An error of a work unit for which no lower module has an error type.
package struct WorkError: ExplainedError, Equatable {
    /// Exit code of the process.
    package let kind: FailureKind
    /// What was attempted.
    package let attempted: String
    /// The range, file or document at fault.
    package let subject: String
    /// Why it failed.
    package let cause: String
    /// What to do about it.
    package let remedy: String

    /// Creates an error.
    package init(_ kind: FailureKind, attempted: String, subject: String, cause: String, remedy: String = "") {
        self.kind = kind
        self.attempted = attempted
        self.subject = subject
        self.cause = cause
        self.remedy = remedy
    }
}
