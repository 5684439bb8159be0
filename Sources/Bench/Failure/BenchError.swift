package import Media

/// Why a benchmark run, or a query about earlier runs, failed. The failure of one point is a `BenchHole` instead.
package struct BenchError: ExplainedError, Hashable {
    /// The kind of failure, which gives the exit code.
    package let kind: FailureKind
    /// What was attempted.
    package let attempted: String
    /// The file, run or setting at fault.
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
