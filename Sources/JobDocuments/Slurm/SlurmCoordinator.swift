import Jobs

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
