import Glibc
package import Media

/// Why a child process could not be started.
package struct ChildStartError: ExplainedError, Equatable {
    /// The program or log file at fault.
    package let subject: String
    /// The system's word for it.
    package let cause: String

    /// Creates an error from an errno value.
    init(_ subject: String, _ code: CInt) {
        self.subject = subject
        // Safe: the text is copied before anything else asks for one.
        cause = unsafe String(cString: strerror(code))
    }

    /// A machine that is out of processes or descriptors now may not be later.
    package var kind: FailureKind { .temporary }
    /// Always a start.
    package var attempted: String { "start a worker process" }
    /// What the user can do.
    package var remedy: String { "check the limits on processes and open files (ulimit -a) and the job directory" }
}
