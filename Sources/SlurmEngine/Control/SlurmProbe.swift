import Foundation
import Jobs
import Media
import Platform

/// Runs this program once on a node, and reads what it says through the shared folder.
package struct SlurmProbe: Sendable {
    private let access: SlurmAccess

    /// Creates a probe.
    ///
    /// - Parameter access: what is asked of Slurm; its program understands `doctor --node`.
    package init(_ access: SlurmAccess) { self.access = access }

    /// Name of the file that the asker writes.
    package static let tokenName = "token"
    /// Name of the file that the node answers with.
    package static let reportName = "node.json"

    /// Asks a node, and waits for its answer.
    ///
    /// - Parameters:
    ///   - folder: the shared folder; a folder of its own is made in it and removed again.
    ///   - patienceSeconds: how long the answer may take, the time in the queue included.
    /// - Returns: what the node says; its token is what was asked with.
    /// - Throws: `SlurmError`, or a `FarmError` when no answer, or another one, came through the folder.
    package func ask(in folder: String, patienceSeconds: Int) throws -> SlurmNodeReport {
        let token = UUID().uuidString
        let name = "granary-doctor-\(token.prefix(8).lowercased())"
        let place = "\(folder)/.\(name)"
        if let obstacle = Folder.create(place) {
            throw failure(folder, "it cannot be written: \(obstacle)", "Name another one with --jobs.")
        }
        defer { try? FileManager.default.removeItem(atPath: place) }
        let script = "#!/bin/sh\nexec \"$1\" doctor --node \"$2\"\n"
        try Data(token.utf8).write(to: URL(filePath: "\(place)/\(Self.tokenName)"))
        try Data(script.utf8).write(to: URL(filePath: "\(place)/node.sh"))
        let log = "\(place)/node.log"
        var own = access.options
        own.cpus = 1
        let words =
            [
                "--parsable", "--job-name=\(name)", "--nodes=1", "--ntasks=1", "--export=ALL", "--chdir=\(place)",
                "--output=\(log.replacing("%", with: "%%"))",
            ] + own.arguments + ["\(place)/node.sh", access.executable, place]
        _ = try access.command.run(.sbatch, words)
        let end = ContinuousClock.now + .seconds(patienceSeconds)
        while ContinuousClock.now < end {
            if let data = FileManager.default.contents(atPath: "\(place)/\(Self.reportName)"),
                let report = try? JSONDecoder().decode(SlurmNodeReport.self, from: data)
            {
                guard report.token == token else {
                    throw failure(folder, "the node read something else there", "Mount it everywhere under one path.")
                }
                return report
            }
            usleep(200_000)
        }
        let state =
            (try? access.command.run(.squeue, ["--noheader", "--states=all", "--format=%T %r", "--name=\(name)"])) ?? []
        let lastWords = UnitLog.lastWords(of: log)
        _ = try? access.command.run(.scancel, ["--name=\(name)"])
        throw failure(
            folder,
            "no node answered through it in \(patienceSeconds) s; the job is \(state.first ?? "unknown to squeue")"
                + (lastWords.isEmpty ? ", and nothing of its log is to be seen here" : ":\n\(lastWords)"),
            "The folder and \(access.executable) must be seen by every node under these paths; a full cluster needs "
                + "--patience."
        )
    }

    private func failure(_ folder: String, _ cause: String, _ remedy: String) -> FarmError {
        FarmError(
            .notWritten,
            attempted: "have a node look at the jobs folder",
            subject: folder,
            cause: cause,
            remedy: remedy,
            kind: .unavailable
        )
    }
}
