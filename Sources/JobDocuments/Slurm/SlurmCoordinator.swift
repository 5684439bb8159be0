import Foundation
package import Jobs
import Media

/// A coordinator that is itself a Slurm job, identified by `JOB/slurm/coordinator.json`.
package struct SlurmCoordinator: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Id of the Slurm job.
    package var slurmJob: Int
    /// Its name.
    package var name: String
    /// Id of the job.
    package var job: String

    /// Name of the Slurm job that coordinates a job. There is one at a time, so that it can be found by name.
    package static func name(job: String) -> String { "granary-coordinator-\(job)" }

    /// Memory of a coordinator in MiB.
    package static let mebibytes = 512

    /// Creates a value.
    package init(slurmJob: Int, job: String) {
        version = Self.currentVersion
        self.slurmJob = slurmJob
        self.job = job
        name = Self.name(job: job)
    }
}

extension SlurmCoordinator: CheckedDocument {
    package var flaw: String? {
        slurmJob > 0 && name == Self.name(job: job) ? nil : "it does not describe a coordinator of job \(job)"
    }
}

extension JobDirectory {
    /// The coordinator that was submitted last; nil if none was.
    package func slurmCoordinator() throws(FarmError) -> SlurmCoordinator? {
        try document(SlurmCoordinator.self, at: paths.slurmCoordinator, version: SlurmCoordinator.currentVersion)
    }

    /// Records the coordinator that was submitted.
    package func publish(_ coordinator: SlurmCoordinator) throws {
        try replace(coordinator, at: paths.slurmCoordinator)
    }

    /// Writes the script of a coordinator, which is the same for every job.
    package func writeCoordinatorScript() throws {
        try JobFiles.createFolder(paths.logFolder)
        try JobFiles.createFolder(paths.slurmFolder)
        let text = """
            #!/bin/sh
            # Runs a Granary coordinator as a Slurm job. Arguments: the program, the job directory, and whether workers
            # are confined.
            exec "$1" resume "$2" --engine slurm --progress plain --leave-tasks --sandbox "${3:-auto}"

            """
        do {
            try Data(text.utf8).write(to: URL(filePath: paths.slurmCoordinatorScript), options: .atomic)
        } catch {
            throw FarmError(
                .notWritten,
                attempted: "write the script of the coordinator",
                subject: paths.slurmCoordinatorScript,
                cause: error.localizedDescription,
                remedy: "Check permissions and free space of the job directory."
            )
        }
    }
}
