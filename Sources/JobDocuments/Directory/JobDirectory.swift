/// The folder that holds everything of a job: what was decided, what was published, and the logs.
///
///     JOB/job.json source.json plan.json film.json mux.json finished.json report.json
///     JOB/passes/0000/range-00003.json scene-cuts.json                    the scout
///     JOB/passes/0002/allocation.json allocation-2.json                   one for each wave
///     JOB/passes/0002/range-00017.json range-00017-HASH.multipass range-00017-HASH.silo
///     JOB/verify/range-00008.json
///     JOB/log/pass-02-unit-0017-attempt-1.log
///     JOB/coordinator.lock units.lock                                     who is at work
///     JOB/leases/000002.json                                              what the last coordinator found
///
/// Documents are written once, and the first writer wins; coordinator and workers of one job share it without a lock.
/// Those that are replaced (`job`, `source`, `finished`, `report`) carry the number of their coordinator's lease, and
/// count as long as no other lease was taken, or when that one found them.
package struct JobDirectory: Sendable {
    /// Absolute path of the folder.
    package let path: String
    /// Published files whose checksum held, so that each is hashed once a run.
    package let verified = VerifiedFiles()
    /// Results that were read, so that each is read once a run.
    let read = ReadDocuments()
    /// The lease that this value writes under.
    package let epoch = WritingEpoch()

    /// Refers to a folder, there or not.
    package init(path: String) { self.path = path }
}
