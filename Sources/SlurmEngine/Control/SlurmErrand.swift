import Foundation
import Jobs
import Media
import Platform

/// Runs this program once, alone on a node, and waits for its answer in a shared folder. Measurements on a cluster are
/// made this way.
package struct SlurmErrand: Sendable {
    /// The job ended without an answer.
    package struct Failure: Error, Hashable {
        /// Slurm's name for the state of the job, and the last lines of its log.
        package let cause: String
    }

    private let access: SlurmAccess

    /// Seconds between two queries of Slurm.
    private static let intervalSeconds = 5.0
    /// Seconds after the end of the job in which its answer may still come through the shared folder.
    private static let graceSeconds = 15.0

    /// Creates an errand.
    ///
    /// - Parameter access: the options of Slurm, and the program, which every node sees under the same path.
    package init(_ access: SlurmAccess) { self.access = access }

    /// Submits the job and blocks until there is an answer.
    ///
    /// - Parameters:
    ///   - words: the arguments of the program.
    ///   - name: a name for the job that no other job has.
    ///   - folder: a shared folder only for this errand, in which script and log stay.
    ///   - answer: the file that the program writes last, by renaming it.
    ///   - isStopped: called repeatedly; the job is cancelled when it returns true.
    /// - Throws: `Failure` if the job ends without an answer, `SlurmError` if Slurm does not accept it,
    ///   `CancellationError` if it is stopped.
    package func run(
        _ words: [String],
        named name: String,
        in folder: String,
        answer: String,
        isStopped: () -> Bool
    ) throws {
        let (script, log) = ("\(folder)/errand.sh", "\(folder)/errand.log")
        try Data("#!/bin/sh\nexec \"$@\"\n".utf8).write(to: URL(filePath: script))
        var arguments = [
            "--parsable", "--job-name=\(name)", "--nodes=1", "--ntasks=1", "--exclusive", "--no-requeue",
            "--export=ALL",
            "--chdir=\(folder)", "--output=\(log.replacing("%", with: "%%"))",
        ]
        arguments += access.options.arguments + [script, access.executable] + words
        _ = try access.command.run(.sbatch, arguments)
        var (queried, over) = (ContinuousClock.now, (at: ContinuousClock.Instant, state: String)?.none)
        while !FileManager.default.fileExists(atPath: answer) {
            if isStopped() {
                _ = try? access.command.run(.scancel, ["--name=\(name)"])
                throw CancellationError()
            }
            if let over, over.at + .seconds(Self.graceSeconds) < .now {
                let lastWords = UnitLog.lastWords(of: log)
                throw Failure(cause: "the job is \(over.state)" + (lastWords.isEmpty ? "" : ": \(lastWords)"))
            }
            if over == nil, queried + .seconds(Self.intervalSeconds) < .now {
                queried = .now
                // A failed query says nothing about the job; it is repeated later.
                let lines = try? access.command.run(
                    .squeue,
                    ["--noheader", "--states=all", "--format=%T %r", "--name=\(name)"]
                )
                if let line = lines?.last(where: { !$0.isEmpty }), !SlurmState(line).isAlive {
                    over = (.now, line)
                } else if lines == [] {
                    over = (.now, "unknown to squeue")
                }
            }
            usleep(200_000)
        }
    }
}
