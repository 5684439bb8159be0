package import Media

/// Why a process that must be confined was not.
package struct ConfinementError: ExplainedError, Equatable {
    /// Why it failed.
    package let cause: String

    /// Creates an error from what stands in the way.
    init(_ obstacles: [String]) { cause = obstacles.joined(separator: "; ") }

    /// A feature of the system is missing.
    package var kind: FailureKind { .unavailable }
    /// Always the same.
    package var attempted: String { "confine the processes that read films" }
    /// The option that asks for it.
    package var subject: String { "--sandbox required" }
    /// What the user can do.
    package var remedy: String {
        "Linux 5.13 and newer with Landlock enabled (lsm=landlock,...) has both, `granary doctor` says what is there; "
            + "--sandbox auto goes on with what there is"
    }
}
