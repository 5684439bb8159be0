import Foundation
import Glibc
package import Jobs
package import Media
import Platform

extension JobDirectory {
    /// Prepares the folder for a job: creates it with its first documents, or checks that they belong to this job.
    ///
    /// Properties that do not affect the film's bytes (name, output, priority ...) may differ from the last run and are
    /// then replaced.
    ///
    /// Throws if the folder has another job, or if the source or a build changed since the job was started; the remedy
    /// is `--restart`.
    package func begin(_ job: ResolvedJob, source: SourceDescription) throws {
        try JobFiles.createFolder(path)
        // Checked first, because a publication that fails writes too: a finished job that is run again does not change
        // its folder.
        if FileStatus(link: paths.job) == nil, try publish(leases.stamped(job), at: paths.job) {
            try replaceUnderLease(source, at: paths.source)
        } else {
            // This includes a document from a coordinator that had lost its lease. It belongs to this job, or the check
            // fails.
            let version = ResolvedJob.currentVersion
            let begun = try document(ResolvedJob.self, at: paths.job, version: version, evenRefused: true) ?? self.job()
            try check(begun, against: job)
            if try begun != job || leases.refusal(of: paths.job) != nil { try replaceUnderLease(job, at: paths.job) }
            // After a crash between the two documents, only the first one exists.
            let isAlone = try FileStatus(link: paths.source) == nil && publish(leases.stamped(source), at: paths.source)
            if !isAlone { try keep(source) }
        }
        try JobFiles.createFolder(paths.logFolder)
    }

    /// Removes everything that the job published, so that it starts again. The film itself and its record, which proves
    /// who owns the output, stay. Throws if a unit of an earlier run is still running, because it would publish its
    /// result.
    package func reset() throws {
        guard let presence = try UnitPresence.none(of: self, waitingFor: 10) else {
            throw FarmError(
                .inUse,
                attempted: "restart the job",
                subject: path,
                cause: "a work unit of an earlier run is still running",
                remedy: "Wait until it ends, or stop it on its machine."
            )
        }
        defer { withExtendedLifetime(presence) {} }
        let documents = JobDocument.allCases.filter(\.isRemovedByRestart).map(paths.path)
        for item in documents + [paths.passesFolder, paths.verifyFolder, paths.logFolder, paths.slurmFolder] {
            try JobFiles.remove(item)
        }
    }

    private func keep(_ source: SourceDescription) throws {
        let found = try document(SourceDescription.self, at: paths.source, version: nil, evenRefused: true)
        let begun = try found ?? self.source()
        guard begun.identity == source.identity else {
            throw FarmError(
                .changedSource,
                attempted: "resume a job",
                subject: source.path,
                cause: "the job was started with another source (\(begun.paths.joined(separator: ", ")))",
                remedy: "Restore the source, or restart the job with --restart."
            )
        }
        // Ranges and their results use the frame numbers of the job's first coordinator.
        let (then, now) = (begun.video.timeline, source.video.timeline)
        guard then == now else {
            throw FarmError(
                .changedSource,
                attempted: "resume a job",
                subject: source.path,
                cause: "when the job was started, the film had \(then.count) frames from tick "
                    + "\(then.firstTick) on; now it has \(now.count) from tick \(now.firstTick) on",
                remedy: "Continue it as it was started with `granary resume`, or restart it with --restart."
            )
        }
        if try begun != source || leases.refusal(of: paths.source) != nil {
            try replaceUnderLease(source, at: paths.source)
        }
    }

    private func check(_ begun: ResolvedJob, against job: ResolvedJob) throws(FarmError) {
        guard begun.id == job.id else {
            throw FarmError(
                .foreignJob,
                attempted: "start a job",
                subject: path,
                cause: "the folder contains job \(begun.id) (\(begun.name)), not \(job.id)",
                remedy: "Choose another folder with --jobs, or restart the job with --restart."
            )
        }
        let builds = [
            ("Granary", begun.builds.granary, job.builds.granary),
            (job.encoder.codec.libraries, begun.builds.encoder, job.builds.encoder),
            ("the reader's libraries", begun.builds.reader, job.builds.reader),
            ("the quality measurement", begun.builds.judge ?? "", job.builds.judge ?? ""),
        ]
        if let (name, before, now) = builds.first(where: { $0.1 != $0.2 }) {
            throw FarmError(
                .changedBuild,
                attempted: "resume a job",
                subject: path,
                cause: "it was started with another build of \(name): \(before), now \(now)",
                remedy: "Continue with the former build, or restart the job with --restart."
            )
        }
    }
}
