/// The kind of failure as the exit code of the command line (from sysexits.h where it defines one).
package enum FailureKind: Int32, Sendable, Hashable, Codable {
    /// Finished, but verification failed or a target was missed.
    case verification = 3
    /// The command line was wrong.
    case usage = 64
    /// The manifest is wrong, or a source or store is damaged.
    case badInput = 65
    /// The source does not exist.
    case sourceNotFound = 66
    /// An engine, a library or one of its features is missing.
    case unavailable = 69
    /// Granary itself is at fault.
    case bug = 70
    /// The output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// It may work when run again.
    case temporary = 75
    /// Stopped by the user.
    case interrupted = 130
}
