import Confinement
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// Runs one unit at a time in a child process, from its start to its last words. A child that has done its unit well is
/// kept for another one.
struct UnitRunner: Sendable {
    /// glibc asks for huge pages for what a worker allocates: the pictures of an encoder lie in a few large blocks, all
    /// of which it walks through for each picture. Other C libraries do not know the variable.
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
    /// Whether the children confine themselves.
    let sandbox: SandboxMode
    /// Children that wait for a unit.
    let standing: StandingWorkers
    /// Called with every message of a unit.
    let onMessage: @Sendable (WorkUnit, WorkerMessage) -> Void

    /// Runs a unit; blocks until it is done, or its process and all that it started have ended.
    ///
    /// - Parameters:
    ///   - onStart: called with the child before anything is read from it.
    ///   - onEnd: called with the child once it has ended or waits for another unit.
    func run(
        _ unit: WorkUnit,
        onStart: (ChildProcess) -> Void,
        onEnd: (ChildProcess) -> Void
    ) -> UnitOutcome {
        // Failing because it is there already is as good; failing otherwise fails the start, with the reason.
        try? FileManager.default.createDirectory(atPath: job.logFolder, withIntermediateDirectories: false)
        let arguments = unit.arguments(of: job) + ["--sandbox", sandbox.rawValue, "--life-line"]
        UnitLog(path: job.logPath(of: unit)).append("$ \(executable) \(arguments.joined(separator: " "))")
        let log = UnitLog(path: job.logPath(of: unit))
        let begin = SuspendingClock.now
        var worker: StandingWorker
        if let standing = standingWorker(for: unit) {
            worker = standing
        } else {
            do {
                worker = try start(unit, arguments, log)
            } catch {
                return UnitOutcome(unit: unit, exit: .notStarted(error.explanation))
            }
        }
        onStart(worker.child)
        var strayLineCount = 0
        var lastNote = ""
        var doneCost: WorkCost?
        var failure: UnitFailure?
        let ending = worker.child.follow(
            silenceLimitSeconds: silenceLimitSeconds,
            onWait: { seconds, path in
                lastNote = AwaitedFile.note(of: "\(unit)", silentForSeconds: seconds, path: path)
                log.append(lastNote)
                onMessage(unit, .note(lastNote))
            }
        ) { line in
            switch WorkerMessage(line: line) {
            case .done(let cost):
                doneCost = cost
                return true
            case .failed(let error): failure = error
            case .note(let text):
                lastNote = text.split(separator: "\n").map { UnitLog.plain($0) }.joined(separator: "\n")
                log.append(lastNote)
                onMessage(unit, .note(text))
            case .some(let message): onMessage(unit, message)
            case nil:
                strayLineCount += 1
                if strayLineCount <= UnitRunner.strayLineLimit {
                    log.append("not a message: " + UnitLog.plain(line.prefix(UnitRunner.strayLineLength)))
                }
            }
            return false
        }
        let (exit, cost): (UnitExit, WorkCost?)
        if let ending {
            exit = ending.exit
            cost = worker.last(of: ending.cost, wallSeconds: begin.duration(to: .now) / .seconds(1))
        } else {
            (exit, cost) = (.code(0), doneCost)
            if let doneCost { worker.add(doneCost) }
            // Before it counts as ended: one that is to be stopped is always known to somebody.
            standing.keep(worker)
        }
        onEnd(worker.child)
        var lastWords = log.lastWords
        // A log on a full disk has no room for the words that would say so.
        if !lastNote.isEmpty, !lastWords.contains(lastNote) {
            lastWords += (lastWords.isEmpty ? "" : "\n") + lastNote
        }
        if strayLineCount > UnitRunner.strayLineLimit {
            log.append("lines that are no messages: \(strayLineCount)")
        }
        log.append("\(unit), attempt \(unit.attempt): \(exit)")
        return UnitOutcome(unit: unit, exit: exit, lastWords: lastWords, failure: failure, cost: cost)
    }

    /// One that waits and takes the unit; nil when there is none.
    private func standingWorker(for unit: WorkUnit) -> StandingWorker? {
        guard let encoded = try? JSONEncoder().encode(unit) else { return nil }
        let line = String(decoding: encoded, as: UTF8.self)
        while let worker = standing.take(for: unit, of: job) {
            // One that is gone by now is let go of.
            if worker.child.tell(line) { return worker }
        }
        return nil
    }

    private func start(_ unit: WorkUnit, _ arguments: [String], _ log: UnitLog) throws(ChildStartError)
        -> StandingWorker
    {
        let child = try ChildProcess(
            executable: executable,
            arguments: arguments,
            environment: UnitRunner.environment,
            inherited: ChildEnvironment.current,
            errorLog: log.path
        )
        return StandingWorker(child: child, jobPath: job.path, stage: unit.stage)
    }
}
