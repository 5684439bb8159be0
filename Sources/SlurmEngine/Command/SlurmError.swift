package import Media
import Platform

/// A command of Slurm that did not do what it was asked.
package struct SlurmError: ExplainedError, Hashable {
    /// What is known of what was asked.
    package enum Verdict: Hashable, Sendable {
        /// Slurm said no: asking again would be answered alike.
        case refused
        /// Nobody can say whether it was done: it must be looked up before it is asked for again.
        case unknown
        /// It was not done, for Slurm cannot be reached or takes nothing now: it may be asked for again.
        case away
    }

    /// What is known.
    package let verdict: Verdict
    /// The command.
    package let tool: SlurmTool
    /// What the command said, or how it ended.
    package let cause: String

    /// Creates an error.
    package init(_ verdict: Verdict, tool: SlurmTool, cause: String) {
        self.verdict = verdict
        self.tool = tool
        self.cause = cause
    }

    /// What a command's end means.
    ///
    /// - Parameter errors: what it wrote to its standard error.
    init(_ tool: SlurmTool, exit: UnitExit, errors: String) {
        let words = Self.words(of: errors)
        let cause = words.isEmpty ? exit.description : words
        self.init(Self.verdict(tool, exit: exit, words: words.lowercased()), tool: tool, cause: cause)
    }

    private static func verdict(_ tool: SlurmTool, exit: UnitExit, words: String) -> Verdict {
        switch exit {
        case .notStarted: return .away
        case .code: break
        // A command that was ended halfway may have handed its message over.
        case .signal, .timedOut, .abandoned: return .unknown
        }
        if unknown.contains(where: { words.contains($0) }) { return .unknown }
        if away.contains(where: { words.contains($0) }) { return .away }
        // What only asks changes nothing: no answer means no knowledge, never that there is nothing.
        return tool.onlyAsks ? .unknown : .refused
    }

    /// Words of commands whose message went out, and whose answer did not come. Slurm 22.05 accepted a job all the
    /// same.
    private static let unknown = [
        "socket timed out", "zero bytes were transmitted", "unexpected message received", "message receive failure",
        "communication connection failure", "incomplete",
    ]

    /// Words of commands that reached nobody, and of a controller that has no room now.
    private static let away = [
        "unable to contact slurm controller", "connect failure", "connection refused", "munge", "authentication",
        "protocol authentication error", "temporarily unable to accept job", "try again", "maxjobcount",
        "submit limit", "maxsubmitjob", "slurm backup controller in standby mode", "resource temporarily unavailable",
        "unable to establish", "name or service not known",
    ]

    /// The words without the name of the command and the repetition in which it retries.
    private static func words(of errors: String) -> String {
        var lines: [String] = []
        for line in errors.split(whereSeparator: \.isNewline).map({ UnitLog.plain($0) }) where !lines.contains(line) {
            lines.append(line)
        }
        return lines.suffix(UnitLog.lastWordsLineCount).joined(separator: "\n")
    }

    /// A site that is away may be back later; what it refuses stays refused until something is changed.
    package var kind: FailureKind { verdict == .refused ? .unavailable : .temporary }
    /// The command.
    package var attempted: String { tool.attempted }
    /// The command's name.
    package var subject: String { tool.rawValue }
    /// What the user can do.
    package var remedy: String {
        switch verdict {
        case .refused: "change what the manifest's slurm section or the site's file asks for, and run the job again"
        case .unknown, .away:
            "see with `scontrol ping` whether the controller answers, and run the job again: it goes on"
        }
    }
}
