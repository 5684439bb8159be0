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

extension FailureKind {
    /// All kinds, the worst first: what ends the rest, then what needs a person, then what may work when run again.
    private static let bySeverity: [FailureKind] = [
        .interrupted, .bug, .inputOutput, .cannotCreate, .unavailable, .badInput, .sourceNotFound, .usage, .temporary,
        .verification,
    ]

    /// The worst of several exit codes; 0 if there is no failure among them. A code without a kind is the worst.
    package static func worst(of codes: some Sequence<Int32>) -> Int32 {
        func rank(_ code: Int32) -> Int {
            code == 0 ? bySeverity.count : bySeverity.firstIndex { $0.rawValue == code } ?? -1
        }
        return codes.min { rank($0) < rank($1) } ?? 0
    }
}
