import ArgumentParser
import Farm
import Foundation
import Media

/// The jobs that a command is about: one by its directory or id, or all of a folder.
struct JobChoice: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A job directory, or the beginning of a job's id. Default: every job of the folder.",
            valueName: "job"
        )
    )
    var job: String?

    @OptionGroup var jobsFolder: JobsFolderOptions

    /// The folder that ids are looked up in.
    var folder: JobFolder { JobFolder(path: jobsFolder.folder(beside: nil)) }

    /// The one job that was named, nil when none was. Throws when what was named is no job.
    func named(attempted: String) throws -> JobDirectory? {
        guard let job else { return nil }
        let directory = JobDirectory(path: URL(filePath: job).standardizedFileURL.path)
        if directory.holdsJob { return directory }
        if !job.contains("/"), let found = folder.job(beginning: job) { return found }
        let isThere = FileManager.default.fileExists(atPath: job)
        throw FileFailure(
            kind: isThere ? .badInput : .sourceNotFound,
            attempted: attempted,
            subject: job,
            cause: isThere
                ? "it is no job directory: its job.json is missing, unreadable, or another job's"
                : "there is no such directory, and not exactly one job in \(folder.path) whose id begins so",
            remedy: "`granary status --jobs FOLDER` lists the jobs of a folder"
        )
    }
}
