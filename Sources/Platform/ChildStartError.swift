import Glibc
package import Media

/// Why a child process could not be started.
package struct ChildStartError: ExplainedError, Equatable {
    /// The program or log file at fault.
    package let subject: String
    /// The system's message.
    package let cause: String

    /// Creates an error from an errno value.
    init(_ subject: String, _ code: CInt) {
        self.subject = subject
        // Safe: the message is copied before another call can replace it.
        cause = unsafe String(cString: strerror(code))
    }

    /// A machine without free processes or descriptors may have some later.
    package var kind: FailureKind { .temporary }
    /// The same for all causes.
    package var attempted: String { "start a worker process" }
    /// What the user can do.
    package var remedy: String { "Check the limits on processes and open files (ulimit -a) and the job directory." }
}
