package import Media

/// Why a process that must be confined could not be.
package struct ConfinementError: ExplainedError, Equatable {
    /// Why it failed.
    package let cause: String

    /// Creates an error from what prevents confinement.
    init(_ obstacles: [String]) { cause = obstacles.joined(separator: "; ") }

    /// A feature of the system is missing.
    package var kind: FailureKind { .unavailable }
    /// The same for all causes.
    package var attempted: String { "confine the processes that read films" }
    /// The option that requires it.
    package var subject: String { "--sandbox required" }
    /// What the user can do.
    package var remedy: String {
        "Use Linux 5.13 or newer with Landlock enabled (lsm=landlock,...); `granary doctor` shows what this system "
            + "has. With --sandbox auto Granary uses what is available."
    }
}
