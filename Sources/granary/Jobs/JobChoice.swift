import ArgumentParser
import Foundation
import JobDocuments
import Media

/// The jobs that a command applies to: one, by its directory or id, or all jobs of a folder.
struct JobChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A job directory, or the beginning of a job's id. Default: every job of the folder.",
            valueName: "job"
        ),
        completion: .custom(JobCompletion.candidates)
    )
    var job: String?

    @OptionGroup var jobsFolder: JobsFolderOptions

    /// The folder that ids are looked up in.
    var folder: JobFolder { JobFolder(path: jobsFolder.folder(beside: nil)) }

    /// The job that was named; nil if none was named. Throws if the name is not that of a job.
    func named(attempted: String) throws -> JobDirectory? {
        try job.map { try jobsFolder.job($0, attempted: attempted) }
    }
}

extension JobsFolderOptions {
    /// The job of a directory, or of the beginning of an id in the folder. Throws when there is no such job.
    func job(_ name: String, attempted: String) throws -> JobDirectory {
        let directory = JobDirectory(path: URL(filePath: name).standardizedFileURL.path)
        if directory.holdsJob { return directory }
        let known = JobFolder(path: folder(beside: nil))
        if !name.contains("/"), let found = known.job(beginning: name) { return found }
        let alike = known.jobs.map { URL(filePath: $0.path).lastPathComponent }.filter { $0.hasPrefix(name) }
        if !name.isEmpty, alike.count > 1 {
            throw FileFailure(
                kind: .usage,
                attempted: attempted,
                subject: name,
                cause:
                    "the ids of \(alike.count) jobs in \(known.path) begin with it: "
                    + "\(alike.prefix(5).joined(separator: ", "))",
                remedy: "give more characters of the id"
            )
        }
        let isThere = FileManager.default.fileExists(atPath: name)
        throw FileFailure(
            kind: isThere ? .badInput : .sourceNotFound,
            attempted: attempted,
            subject: name,
            cause: isThere
                ? "it is not a job directory: its job.json is missing, cannot be read, or belongs to another job"
                : "there is no such directory, and no job in \(known.path) has an id that begins with it",
            remedy: "`granary status` lists the jobs of that folder; --jobs names another folder"
        )
    }
}
