package import Media

/// Why this process cannot be the coordinator of a job.
package struct LeaseError: ExplainedError, Equatable {
    /// The kind of failure.
    package enum Code: Hashable, Sendable {
        /// Another coordinator is running.
        case held
        /// Another coordinator has taken the lease since, because the lock of this one was lost.
        case lost
        /// The file system does not support locks.
        case noLocks
        /// The lock file cannot be opened or written.
        case notWritten
        /// The disk is full.
        case full
    }

    /// Which failure it is.
    package let code: Code
    /// Path of the lock file.
    package let subject: String
    /// Why it failed, with the system's message.
    package let cause: String

    /// A lease that another coordinator holds becomes free later. A folder that cannot be written stays so until it is
    /// fixed.
    package var kind: FailureKind {
        switch code {
        case .held, .lost: .temporary
        case .noLocks: .unavailable
        case .notWritten, .full: .inputOutput
        }
    }

    /// What was attempted with the lease.
    package var attempted: String { code == .lost ? "keep the lease of the job" : "take the lease of the job" }

    /// What the user can do.
    package var remedy: String {
        switch code {
        case .held: "Wait until it ends (`granary status` shows its progress), or interrupt it on its machine."
        case .lost:
            "let that coordinator finish the job; a lock that is lost while its coordinator works is a fault of the "
                + "file system of the job directory, or of its network"
        case .noLocks: "put the job directory on a file system with locks (--jobs DIR), or mount this one with them"
        case .full: "free some space there and run the job again"
        case .notWritten: "make the job directory writable, or choose another one with --jobs DIR"
        }
    }
}
