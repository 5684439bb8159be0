import Foundation
import Jobs
import Media
import Platform

/// Runs this program once on a node, and reads its answer through the shared folder.
package struct SlurmProbe: Sendable {
    private let access: SlurmAccess

    /// Creates a probe.
    ///
    /// - Parameter access: the options of Slurm; the program must support `doctor --node`.
    package init(_ access: SlurmAccess) { self.access = access }

    /// Name of the file that this process writes.
    package static let tokenName = "token"
    /// Name of the file that the node writes as its answer.
    package static let reportName = "node.json"

    /// Runs the program on a node, and waits for its answer.
    ///
    /// - Parameters:
    ///   - folder: the shared folder; a temporary folder is created in it and removed again.
    ///   - patienceSeconds: how long the answer may take, including the time in the queue.
    /// - Returns: the report of the node, with the token that this process wrote.
    /// - Throws: `SlurmError`, or a `FarmError` if no answer, or a wrong one, appears in the folder.
    package func ask(in folder: String, patienceSeconds: Int) throws -> SlurmNodeReport {
        let token = UUID().uuidString
        let name = "granary-doctor-\(token.prefix(8).lowercased())"
        let place = "\(folder)/.\(name)"
        if let obstacle = Folder.create(place) {
            throw failure(folder, "it cannot be written: \(obstacle)", "Name another folder with --jobs.")
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
                    throw failure(
                        folder,
                        "the node sees a different folder under this path",
                        "Mount the same folder under this path on every node."
                    )
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
            "no node wrote an answer into it in \(patienceSeconds) s; the job is \(state.first ?? "unknown to squeue")"
                + (lastWords.isEmpty ? ", and this machine sees no log of it" : ":\n\(lastWords)"),
            "Every node must see the folder and \(access.executable) under these paths. If the cluster is busy, wait "
                + "longer with --patience."
        )
    }

    private func failure(_ folder: String, _ cause: String, _ remedy: String) -> FarmError {
        FarmError(
            .notWritten,
            attempted: "check the jobs folder on a node",
            subject: folder,
            cause: cause,
            remedy: remedy,
            kind: .unavailable
        )
    }
}
