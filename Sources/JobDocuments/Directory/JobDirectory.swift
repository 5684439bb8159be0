/// The folder with everything that belongs to a job: decisions, published results and logs. `JobPaths` has the names.
///
/// Documents are written once, and the first writer wins. The coordinator and the workers of a job share them without a
/// lock. Documents that are replaced (`job`, `source`, `finished`, `report`) have the number of their coordinator's
/// lease. They count until another lease is taken, and afterwards if they counted when it was taken.
package struct JobDirectory: Sendable {
    /// The names of everything in it.
    package let paths: JobPaths
    /// Published files with a valid checksum, so that each is hashed once per run.
    package let verified = VerifiedFiles()
    /// Results that were read, so that each is read once per run.
    let read = ReadDocuments()
    /// The leases of its coordinators, and which documents count.
    package let leases: LeaseLedger

    /// Creates a value for a folder, which need not exist.
    package init(path: String) {
        paths = JobPaths(path: path)
        leases = LeaseLedger(paths)
    }

    /// What Slurm's tasks and coordinators leave in it.
    package var slurm: SlurmMailbox { SlurmMailbox(paths) }

    /// Absolute path of the folder.
    package var path: String { paths.path }
}
