import Confinement
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// Runs one unit at a time in a child process, from its start to its last lines. A child whose unit succeeded is kept
/// for another unit.
struct ChildUnitRunner: Sendable {
    /// Makes glibc use huge pages for the memory of a worker: the pictures of an encoder are in a few large blocks, and
    /// it accesses all of them for each picture. Other C libraries ignore the variable.
    private static let environment = ["GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"]
    /// The most lines that are no messages in the log of one attempt.
    private static let strayLineLimit = 100
    /// The most characters that are kept of such a line.
    private static let strayLineLength = 500

    /// Path of the program that understands `work`.
    let executable: String
    /// The job that the units belong to.
    let job: JobDirectory
    /// How long a child may be silent before it is killed.
    let silenceLimitSeconds: Int
    /// Whether the children confine themselves.
    let sandbox: SandboxMode
    /// Children that wait for a unit.
    let idle: IdleWorkers
    /// Called with every message of a unit.
    let onMessage: @Sendable (WorkUnit, WorkerMessage) -> Void

    /// Runs a unit. Blocks until the unit is done, or its process and all processes that it started have ended.
    ///
    /// - Parameters:
    ///   - onStart: called with the child before anything is read from it.
    ///   - onEnd: called with the child once it has ended or waits for another unit.
    func run(
        _ unit: WorkUnit,
        onStart: (ChildProcess) -> Void,
        onEnd: (ChildProcess) -> Void
    ) -> UnitOutcome {
        // It does not matter if the folder exists already. With any other error the start below fails and gives the
        // reason.
        try? FileManager.default.createDirectory(atPath: job.paths.logFolder, withIntermediateDirectories: false)
        let arguments = unit.arguments(of: job) + ["--sandbox", sandbox.rawValue, "--life-line"]
        UnitLog(path: job.paths.log(of: unit)).append("$ \(executable) \(arguments.joined(separator: " "))")
        let log = UnitLog(path: job.paths.log(of: unit))
        let begin = SuspendingClock.now
        var worker: IdleWorker
        if let idle = idleWorker(for: unit) {
            worker = idle
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
                if strayLineCount <= ChildUnitRunner.strayLineLimit {
                    log.append("not a message: " + UnitLog.plain(line.prefix(ChildUnitRunner.strayLineLength)))
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
            // Before `onEnd`: a child that may have to be stopped is always in one of the two lists.
            idle.keep(worker)
        }
        onEnd(worker.child)
        var lastWords = log.lastWords
        // On a full disk, the note that reports it is missing in the log.
        if !lastNote.isEmpty, !lastWords.contains(lastNote) {
            lastWords += (lastWords.isEmpty ? "" : "\n") + lastNote
        }
        if strayLineCount > ChildUnitRunner.strayLineLimit {
            log.append("lines that are no messages: \(strayLineCount)")
        }
        log.append("\(unit), attempt \(unit.attempt): \(exit)")
        return UnitOutcome(unit: unit, exit: exit, lastWords: lastWords, failure: failure, cost: cost)
    }

    /// A waiting worker that has accepted the unit; nil when there is none.
    private func idleWorker(for unit: WorkUnit) -> IdleWorker? {
        guard let encoded = try? JSONEncoder().encode(unit) else { return nil }
        let line = String(decoding: encoded, as: UTF8.self)
        while let worker = idle.take(for: unit, of: job) {
            // A worker that has ended meanwhile is released.
            if worker.child.tell(line) { return worker }
        }
        return nil
    }

    private func start(_ unit: WorkUnit, _ arguments: [String], _ log: UnitLog) throws(ChildStartError)
        -> IdleWorker
    {
        let child = try ChildProcess(
            executable: executable,
            arguments: arguments,
            environment: ChildUnitRunner.environment,
            inherited: ChildEnvironment.current,
            errorLog: log.path
        )
        return IdleWorker(child: child, jobPath: job.path, stage: unit.stage)
    }
}
