import Foundation
import Jobs
import Media
import Platform

/// Removes the directory of a job after checking that nobody needs it.
package struct JobRemoval {
    /// What the user calls the job.
    package let name: String
    /// Total size in bytes of everything that is removed.
    package let byteCount: Int64

    private let directory: JobDirectory
    /// The job directories of its further films, as far as they exist.
    private let outputs: [JobDirectory]
    private let unfinishedFilms: [String]

    /// Checks a job. Throws if it is in use (`.temporary`), or if it is unfinished and `evenUnfinished` is false
    /// (`.usage`).
    ///
    /// - Parameter evenUnfinished: true also removes a job with work left, together with its film under the temporary
    ///   name.
    package init(of directory: JobDirectory, evenUnfinished: Bool) throws {
        let job = try directory.job()
        let outputs = try directory.outputs()
        let all = [directory] + outputs.filter { FileStatus(path: $0.paths.job) != nil }
        for directory in all {
            if let holder = JobLease.holder(of: directory) { throw Self.inUse(directory, by: holder.description) }
        }
        if try all.contains(where: Self.mayBeOnCluster) {
            throw FarmError(
                .inUse,
                attempted: "remove the job",
                subject: directory.path,
                cause: "a cluster may still run its tasks or its coordinator, which would write to the folder",
                remedy: "Stop them with `granary cancel`, then remove the job."
            )
        }
        if !evenUnfinished {
            let status = try directory.status()
            guard status.stateOfAll == .finished else {
                throw FarmError(
                    .notWritten,
                    attempted: "remove the job",
                    subject: directory.path,
                    cause: status.stateOfAll == .faulty
                        ? "its film failed verification and has no final name"
                        : "it is not finished, or its film is no longer \(status.output)",
                    remedy: "Finish it with `granary resume`, or remove it anyway with --all.",
                    kind: .usage
                )
            }
        }
        self.directory = directory
        self.outputs = Array(all.dropFirst())
        name = job.name
        unfinishedFilms = try all.flatMap { try $0.output(of: $0.job()).temporaryFilms }
        let files = unfinishedFilms + Self.files(below: directory.path)
        byteCount = files.reduce(0) { $0 + (FileStatus(path: $1)?.byteCount ?? 0) }
    }

    /// Removes everything. Holds the lease until the end, so that nobody can start the job meanwhile. Throws if
    /// somebody just has, or if a unit is still running.
    package func perform() throws {
        let held = try ([directory] + outputs).map { directory in
            let lease = try JobLease(of: directory)
            guard let presence = try UnitPresence.none(of: directory, waitingFor: 2) else {
                throw Self.inUse(directory, by: "one of its work units is still running")
            }
            return (lease, presence)
        }
        defer { withExtendedLifetime(held) {} }
        for film in unfinishedFilms { try JobFiles.remove(film) }
        // The document that makes it a job is removed last, so that an interrupted removal can be repeated.
        for item in JobFiles.names(in: directory.path) {
            let path = directory.path + "/" + item
            if path != directory.paths.job, path != directory.paths.coordinatorLock { try JobFiles.remove(path) }
        }
        try JobFiles.remove(directory.path)
    }

    /// Whether an unfinished job was submitted to a cluster and not taken back.
    private static func mayBeOnCluster(_ directory: JobDirectory) throws -> Bool {
        if !directory.slurm.submissionNames.isEmpty { return true }
        return try directory.slurm.coordinator() != nil && directory.status().state != .finished
    }

    private static func files(below folder: String) -> [String] {
        (FileManager.default.subpaths(atPath: folder) ?? []).map { "\(folder)/\($0)" }
            .filter { FileStatus(path: $0)?.isFolder == false }
    }

    private static func inUse(_ directory: JobDirectory, by whom: String) -> FarmError {
        FarmError(
            .inUse,
            attempted: "remove the job",
            subject: directory.path,
            cause: "it is in use: \(whom)",
            remedy: "Wait until it ends, or interrupt it first."
        )
    }
}
