import Foundation
import Jobs
import Media
import Platform

/// Runs this program once on a node that it has for itself, and waits for what it leaves in a shared folder: what is
/// measured on a cluster is measured so.
package struct SlurmErrand: Sendable {
    /// How it ended without an answer.
    package struct Failure: Error, Hashable {
        /// Slurm's word for the job's state, and what the program said last.
        package let cause: String
    }

    private let access: SlurmAccess

    /// Seconds between two questions to Slurm.
    private static let intervalSeconds = 5.0
    /// Seconds after the end of the job in which its answer may still come through the shared folder.
    private static let graceSeconds = 15.0

    /// Creates an errand.
    ///
    /// - Parameter access: what is asked of Slurm, and the program, which every node sees under its path.
    package init(_ access: SlurmAccess) { self.access = access }

    /// Submits the job and blocks until there is an answer.
    ///
    /// - Parameters:
    ///   - words: what the program is given.
    ///   - name: of the job; nobody else's.
    ///   - folder: a shared folder of its own, in which script and log are left.
    ///   - answer: the file that the program writes last, under another name first.
    ///   - isStopped: asked again and again; the job is taken back when it says so.
    /// - Throws: `Failure` when the job is over without an answer, `SlurmError` when it was not taken,
    ///   `CancellationError` when it was stopped.
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
        var (asked, over) = (ContinuousClock.now, (at: ContinuousClock.Instant, words: String)?.none)
        while !FileManager.default.fileExists(atPath: answer) {
            if isStopped() {
                _ = try? access.command.run(.scancel, ["--name=\(name)"])
                throw CancellationError()
            }
            if let over, over.at + .seconds(Self.graceSeconds) < .now {
                let said = UnitLog.lastWords(of: log)
                throw Failure(cause: "the job is \(over.words)" + (said.isEmpty ? "" : ": \(said)"))
            }
            if over == nil, asked + .seconds(Self.intervalSeconds) < .now {
                asked = .now
                // No answer is no knowledge; it is asked again.
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
