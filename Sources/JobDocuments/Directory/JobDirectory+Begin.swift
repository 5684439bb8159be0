import Foundation
import Glibc
package import Jobs
package import Media
import Platform

extension JobDirectory {
    /// Makes the folder ready for a job: creates it and its first documents, or checks that they are this job's.
    ///
    /// What does not decide the film's bytes (name, output, priority ...) may differ from the last run, and is then
    /// replaced.
    ///
    /// Throws when the folder holds another job, or when the source or a build changed since the job was begun; the
    /// remedy is `--restart`.
    package func begin(_ job: ResolvedJob, source: SourceDescription) throws {
        try createFolder(path)
        // Asked first, for publishing in vain writes, too: a finished job that is run again leaves its folder as it is.
        if FileStatus(link: jobPath) == nil, try publish(stamped(job), at: jobPath) {
            try replaceUnderLease(source, at: sourcePath)
        } else {
            // Also one that a coordinator wrote which had lost the job by then: it is this job all the same, or none of
            // ours.
            let version = ResolvedJob.currentVersion
            let begun = try document(ResolvedJob.self, at: jobPath, version: version, evenRefused: true) ?? self.job()
            try check(begun, against: job)
            if try begun != job || refusal(of: jobPath) != nil { try replaceUnderLease(job, at: jobPath) }
            // A crash between the two documents leaves the first one alone.
            let isAlone = try FileStatus(link: sourcePath) == nil && publish(stamped(source), at: sourcePath)
            if !isAlone { try keep(source) }
        }
        try createFolder(logFolder)
    }

    /// Removes all that the job published, so that it begins anew. The film itself stays, and the record of it, which
    /// says whose the output is. Throws when a unit of an earlier run is still at work, which would publish what it
    /// made.
    package func reset() throws {
        guard let presence = try UnitPresence.none(of: self, waitingFor: 10) else {
            throw FarmError(
                .inUse,
                attempted: "begin the job anew",
                subject: path,
                cause: "a work unit of an earlier run is still at work",
                remedy: "Wait for it, or end it where it runs."
            )
        }
        defer { withExtendedLifetime(presence) {} }
        let documents = [
            jobPath, sourcePath, planPath, selectionPath, muxPath, reportPath, reportPagePath,
        ]
        for item in documents + [path + "/passes", verifyFolder, logFolder, slurmFolder] { try remove(item) }
    }

    private func keep(_ source: SourceDescription) throws {
        let found = try document(SourceDescription.self, at: sourcePath, version: nil, evenRefused: true)
        let begun = try found ?? self.source()
        guard begun.identity == source.identity else {
            throw FarmError(
                .changedSource,
                attempted: "resume a job",
                subject: source.path,
                cause: "the source is not the one that the job was begun with (\(begun.paths.joined(separator: ", ")))",
                remedy: "Restore the source, or begin the job anew with --restart."
            )
        }
        // Ranges and their results count the frames as the job's first coordinator did.
        let (then, now) = (begun.video.timeline, source.video.timeline)
        guard then == now else {
            throw FarmError(
                .changedSource,
                attempted: "resume a job",
                subject: source.path,
                cause: "when the job was begun, the film was read as \(then.count) frames from tick "
                    + "\(then.firstTick) on; now it is read as \(now.count) from tick \(now.firstTick) on",
                remedy: "Go on as it was begun with `granary resume`, or begin the job anew with --restart."
            )
        }
        if try begun != source || refusal(of: sourcePath) != nil { try replaceUnderLease(source, at: sourcePath) }
    }

    private func check(_ begun: ResolvedJob, against job: ResolvedJob) throws(FarmError) {
        guard begun.id == job.id else {
            throw FarmError(
                .foreignJob,
                attempted: "begin a job",
                subject: path,
                cause: "the folder holds job \(begun.id) (\(begun.name)), not \(job.id)",
                remedy: "Choose another place with --jobs, or begin the job anew with --restart."
            )
        }
        let builds = [
            ("Granary", begun.builds.granary, job.builds.granary),
            ("libx265", begun.builds.encoder, job.builds.encoder),
            ("the reader's libraries", begun.builds.reader, job.builds.reader),
            ("what measures quality", begun.builds.judge ?? "", job.builds.judge ?? ""),
        ]
        if let (name, before, now) = builds.first(where: { $0.1 != $0.2 }) {
            throw FarmError(
                .changedBuild,
                attempted: "resume a job",
                subject: path,
                cause: "it was begun with another build of \(name): \(before), now \(now)",
                remedy: "Go on with the former build, or begin the job anew with --restart."
            )
        }
    }

    /// Removes a file or folder; one that is not there is fine.
    package func remove(_ item: String) throws {
        guard let status = FileStatus(path: item), let cause = obstacle(toRemoving: item, status) else { return }
        // Somebody else may have removed it meanwhile.
        if FileStatus(path: item) == nil { return }
        throw FarmError(
            .notWritten,
            attempted: "remove a file of the job",
            subject: item,
            cause: cause,
            remedy: "Check the disk and the permissions of that folder."
        )
    }
    /// Removes what is there; the system's words when it cannot, which Foundation does not always have.
    private func obstacle(toRemoving item: String, _ status: FileStatus) -> String? {
        if status.isFolder {
            do {
                try FileManager.default.removeItem(atPath: item)
                return nil
            } catch {
                return error.localizedDescription
            }
        }
        while true {
            // Safe: the path is a C string for the duration of the call; the text is copied before anything else asks
            // for one.
            if unsafe unlink(item) == 0 { return nil }
            if errno != EINTR { return unsafe String(cString: strerror(errno)) }
        }
    }
}
