package import Media

/// How the process of a work unit ended.
package enum UnitExit: Hashable, Sendable, Codable {
    /// With an exit code: 0 is success.
    case code(Int32)
    /// By a signal.
    case signal(Int32)
    /// Killed by the watchdog, because it was silent for too long.
    case timedOut
    /// It was never started; the text is the reason.
    case notStarted(String)
    /// The engine gave it up after all attempts; the text is the reason, with the kind of failure.
    case abandoned(String, kind: FailureKind)
}

extension UnitExit {
    /// Ended by the sandbox because of a forbidden system call.
    package static let forbidden = UnitExit.signal(31)
}

extension UnitExit: CustomStringConvertible {
    /// As in `exit code 70` and `signal 11 (SIGSEGV)`.
    package var description: String {
        switch self {
        case .code(let code): "exit code \(code)"
        case .signal(let signal): "signal \(signal)\(UnitExit.name(of: signal).map { " (\($0))" } ?? "")"
        case .timedOut: "killed by the watchdog: it reported nothing for too long"
        case .notStarted(let reason): "not started: \(reason)"
        case .abandoned(let reason, _): "given up: \(reason)"
        }
    }

    private static func name(of signal: Int32) -> String? {
        [
            1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
            9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ",
            31: "SIGSYS",
        ][signal]
    }
}
