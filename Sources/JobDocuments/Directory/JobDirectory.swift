/// The folder with everything that belongs to a job: decisions, published results and logs.
///
///     JOB/job.json source.json plan.json film.json mux.json finished.json report.json
///     JOB/passes/0000/range-00003.json scene-cuts.json                    the scout
///     JOB/passes/0002/allocation.json allocation-2.json                   one for each wave
///     JOB/passes/0002/range-00017.json range-00017-HASH.multipass range-00017-HASH.silo
///     JOB/verify/range-00008.json
///     JOB/log/pass-02-unit-0017-attempt-1.log
///     JOB/coordinator.lock units.lock                                     who is working
///     JOB/leases/000002.json                                              record of the last lease
///
/// Documents are written once, and the first writer wins. The coordinator and the workers of a job share them without a
/// lock. Documents that are replaced (`job`, `source`, `finished`, `report`) have the number of their coordinator's
/// lease. They count until another lease is taken, and afterwards if they counted when it was taken.
package struct JobDirectory: Sendable {
    /// Absolute path of the folder.
    package let path: String
    /// Published files with a valid checksum, so that each is hashed once per run.
    package let verified = VerifiedFiles()
    /// Results that were read, so that each is read once per run.
    let read = ReadDocuments()
    /// The number of the lease under which this value writes.
    package let epoch = WritingEpoch()

    /// Creates a value for a folder, which need not exist.
    package init(path: String) { self.path = path }
}
