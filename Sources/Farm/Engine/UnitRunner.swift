import Foundation
import Media

/// Runs one unit at a time as a child process, from its start to its last words.
struct UnitRunner: Sendable {
    /// glibc asks for huge pages for what a worker allocates: the pictures of an encoder lie in a few large blocks, all of
    /// which it walks through for each picture. Other C libraries do not know the variable.
    private static let environment = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]
    /// Most lines that are no messages which one attempt may put into its log.
    private static let strayLineLimit = 100
    /// Most characters that are kept of such a line.
    private static let strayLineLength = 500

    /// Path of the program that understands `work`.
    let executable: String
    /// The job that the units belong to.
    let job: JobDirectory
    /// How long a child may say nothing before it is killed.
    let silenceLimitSeconds: Int
    /// Called with every message of a unit.
    let onMessage: @Sendable (WorkUnit, WorkerMessage) -> Void

    /// Runs a unit; blocks until its process and all that it started have ended.
    ///
    /// - Parameters:
    ///   - onStart: called with the child before anything is read from it.
    ///   - onEnd: called with the child once it has ended.
    func run(
        _ unit: WorkUnit,
        onStart: (ChildProcess) -> Void,
        onEnd: (ChildProcess) -> Void
    ) -> UnitOutcome {
        // Failing because it is there already is as good; failing otherwise fails the start, with the reason.
        try? FileManager.default.createDirectory(atPath: job.logFolder, withIntermediateDirectories: false)
        let arguments = unit.arguments(of: job) + ["--life-line"]
        UnitLog(path: job.logPath(of: unit)).append("$ \(executable) \(arguments.joined(separator: " "))")
        let log = UnitLog(path: job.logPath(of: unit))
        let child: ChildProcess
        do {
            child = try ChildProcess(
                executable: executable,
                arguments: arguments,
                environment: UnitRunner.environment,
                errorLog: log.path
            )
        } catch {
            return UnitOutcome(unit: unit, exit: .notStarted(error.explanation))
        }
        onStart(child)
        var strayLineCount = 0
        var lastNote = ""
        let (exit, cost) = child.run(silenceLimitSeconds: silenceLimitSeconds) { line in
            if let message = WorkerMessage(line: line) {
                if case .note(let text) = message {
                    lastNote = text.split(separator: "\n").map { UnitLog.plain($0) }.joined(separator: "\n")
                    log.append(lastNote)
                }
                onMessage(unit, message)
            } else {
                strayLineCount += 1
                if strayLineCount <= UnitRunner.strayLineLimit {
                    log.append("not a message: " + UnitLog.plain(line.prefix(UnitRunner.strayLineLength)))
                }
            }
        }
        onEnd(child)
        var lastWords = log.lastWords
        // A log on a full disk has no room for the words that would say so.
        if !lastNote.isEmpty, !lastWords.contains(lastNote) {
            lastWords += (lastWords.isEmpty ? "" : "\n") + lastNote
        }
        if strayLineCount > UnitRunner.strayLineLimit {
            log.append("lines that are no messages: \(strayLineCount)")
        }
        log.append("\(unit), attempt \(unit.attempt): \(exit)")
        return UnitOutcome(unit: unit, exit: exit, lastWords: lastWords, cost: cost)
    }
}
