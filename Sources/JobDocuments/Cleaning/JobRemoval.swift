import Foundation
import Jobs
import Media
import Platform

/// The removal of a job's directory, once it is sure that nobody needs it.
package struct JobRemoval {
    /// What the user calls the job.
    package let name: String
    /// Bytes of all that is removed.
    package let byteCount: Int64

    private let directory: JobDirectory
    private let unfinishedFilms: [String]

    /// Looks a job over. Throws when it is in use (`.temporary`), or not finished and not asked for nevertheless
    /// (`.usage`).
    ///
    /// - Parameter evenUnfinished: true removes a job that has work left, together with its film under the temporary
    ///   name.
    package init(of directory: JobDirectory, evenUnfinished: Bool) throws {
        let job = try directory.job()
        if let holder = JobLease.holder(of: directory) { throw Self.inUse(directory, by: holder.description) }
        if try Self.mayBeOnCluster(directory) {
            throw FarmError(
                .inUse,
                attempted: "remove the job",
                subject: directory.path,
                cause: "a cluster may have tasks of it, or its coordinator, which would write into the folder",
                remedy: "End them with `granary cancel`, then remove it."
            )
        }
        if !evenUnfinished {
            let status = try directory.status()
            guard status.state == .finished else {
                throw FarmError(
                    .notWritten,
                    attempted: "remove the job",
                    subject: directory.path,
                    cause: status.state == .faulty
                        ? "verification found fault with its film, which has no final name"
                        : "it is not finished, or its film is no longer \(status.output)",
                    remedy: "Finish it with `granary resume`, or remove it nevertheless with --all.",
                    kind: .usage
                )
            }
        }
        self.directory = directory
        name = job.name
        unfinishedFilms = directory.temporaryFilms(of: job)
        let files = unfinishedFilms + Self.files(below: directory.path)
        byteCount = files.reduce(0) { $0 + (FileStatus(path: $1)?.byteCount ?? 0) }
    }

    /// Removes it all. The lease is held until the end, so that nobody begins the job meanwhile; throws when somebody
    /// just has, or when a unit is still at work.
    package func perform() throws {
        let lease = try JobLease(of: directory)
        defer { withExtendedLifetime(lease) {} }
        guard let presence = try UnitPresence.none(of: directory, waitingFor: 2) else {
            throw Self.inUse(directory, by: "a work unit of it is still at work")
        }
        defer { withExtendedLifetime(presence) {} }
        for film in unfinishedFilms { try directory.remove(film) }
        // What makes it a job goes last: a removal that is cut short can be done again.
        for item in directory.names(in: directory.path) {
            let path = directory.path + "/" + item
            if path != directory.jobPath, path != directory.leasePath { try directory.remove(path) }
        }
        try directory.remove(directory.path)
    }

    /// Whether an unfinished job was handed to a cluster and not taken back.
    private static func mayBeOnCluster(_ directory: JobDirectory) throws -> Bool {
        if !directory.slurmSubmissionNames.isEmpty { return true }
        return try directory.slurmCoordinator() != nil && directory.status().state != .finished
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
            remedy: "Wait for it, or interrupt it first."
        )
    }
}
