/// The folder with everything that belongs to a job: decisions, published results and logs.
///
/// This type has the typed documents. The other parts are types of their own: `paths` has the names, `leases` says who
/// may write and which documents count, `reader` decides which published work can be trusted, `output(of:)` is the
/// film, and `slurm` is what coordinators and tasks leave for each other on a cluster. All of them share the state of
/// one `JobDirectory` and its copies.
///
/// Documents are written once, and the first writer wins. The coordinator and the workers of a job share them without a
/// lock. Documents that are replaced (`job`, `source`, `finished`, `report`) have the number of their coordinator's
/// lease. They count until another lease is taken, and afterwards if they counted when it was taken.
package struct JobDirectory: Sendable {
    /// The names of everything in it.
    package let paths: JobPaths
    /// The leases of its coordinators, and which documents count.
    package let leases: LeaseLedger
    /// Published files with a valid checksum, so that each is hashed once per run.
    let verified = VerifiedFiles()
    /// Results that were read, so that each is read once per run.
    let read = ReadDocuments()

    /// Creates a value for a folder, which need not exist.
    package init(path: String) {
        paths = JobPaths(path: path)
        leases = LeaseLedger(paths)
    }

    /// Absolute path of the folder.
    package var path: String { paths.path }

    /// What coordinators and Slurm's tasks leave for each other in it.
    package var slurm: SlurmMailbox { SlurmMailbox(paths) }
}
