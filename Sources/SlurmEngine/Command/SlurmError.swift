package import Media
import Platform

/// A command of Slurm that failed.
package struct SlurmError: ExplainedError, Hashable {
    /// What is known about the result of the request.
    package enum Verdict: Hashable, Sendable {
        /// Slurm refused it, and would refuse it again.
        case refused
        /// It is unknown whether it was done: this must be checked before the request is repeated.
        case unknown
        /// It was not done, because Slurm cannot be reached or accepts nothing now: the request may be repeated.
        case away
    }

    /// What is known about the result.
    package let verdict: Verdict
    /// The command.
    package let tool: SlurmTool
    /// What the command printed, or how it ended.
    package let cause: String

    /// Creates an error.
    package init(_ verdict: Verdict, tool: SlurmTool, cause: String) {
        self.verdict = verdict
        self.tool = tool
        self.cause = cause
    }

    /// Creates the error of a command that ended.
    ///
    /// - Parameter errors: what it wrote to standard error.
    init(_ tool: SlurmTool, exit: UnitExit, errors: String) {
        let words = Self.words(of: errors)
        let cause = words.isEmpty ? exit.description : words
        self.init(Self.verdict(tool, exit: exit, words: words.lowercased()), tool: tool, cause: cause)
    }

    private static func verdict(_ tool: SlurmTool, exit: UnitExit, words: String) -> Verdict {
        switch exit {
        case .notStarted: return .away
        case .code: break
        // A command that was ended halfway may have sent its message.
        case .signal, .timedOut, .abandoned: return .unknown
        }
        if unknown.contains(where: { words.contains($0) }) { return .unknown }
        if away.contains(where: { words.contains($0) }) { return .away }
        // A failed query means that the state is unknown. It never means that there are no jobs.
        return tool.onlyAsks ? .unknown : .refused
    }

    /// Error texts of commands that sent their message and got no answer. Slurm 22.05 accepted a job in this case.
    private static let unknown = [
        "socket timed out", "zero bytes were transmitted", "unexpected message received", "message receive failure",
        "communication connection failure", "incomplete",
    ]

    /// Error texts of commands that reached no controller, and of a controller that has no room now.
    private static let away = [
        "unable to contact slurm controller", "connect failure", "connection refused", "munge", "authentication",
        "protocol authentication error", "temporarily unable to accept job", "try again", "maxjobcount",
        "submit limit", "maxsubmitjob", "slurm backup controller in standby mode", "resource temporarily unavailable",
        "unable to establish", "name or service not known",
    ]

    /// The error text without the name of the command and without the lines that it repeats with each retry.
    private static func words(of errors: String) -> String {
        var lines: [String] = []
        for line in errors.split(whereSeparator: \.isNewline).map({ UnitLog.plain($0) }) where !lines.contains(line) {
            lines.append(line)
        }
        return lines.suffix(UnitLog.lastWordsLineCount).joined(separator: "\n")
    }

    /// A controller that cannot be reached may answer later. A refusal lasts until something is changed.
    package var kind: FailureKind { verdict == .refused ? .unavailable : .temporary }
    /// The command.
    package var attempted: String { tool.attempted }
    /// The command's name.
    package var subject: String { tool.rawValue }
    /// What the user can do.
    package var remedy: String {
        switch verdict {
        case .refused: "change the manifest's slurm section or the site's slurm.yaml, and run the job again"
        case .unknown, .away:
            "check with `scontrol ping` whether the controller answers, and run the job again: it continues"
        }
    }
}
