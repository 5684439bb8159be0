import ArgumentParser
import Farm
import Foundation
import Media

/// `granary clean`: removes the directories of jobs that are done.
struct Clean: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove the directories of finished jobs; the films stay.",
        discussion: """
            A finished job's directory holds its report, and what it takes to verify the film picture by picture and to \
            know the film as the job's own: without it, running the manifest again refuses to replace the film unless \
            it is told --overwrite. A job that somebody works on is never removed, and one that is not finished only \
            with --all, together with its unfinished film.

            Examples:
              granary clean --dry-run
              granary clean
              granary clean 3f2a --all
              granary clean --jobs /scratch/jobs

            Exit codes: 0 removed, 64 the named job is not finished, 65 no job directory, 66 there is no such job, \
            74 it could not be removed, 75 the named job is in use.
            """
    )

    @OptionGroup var choice: JobChoice

    @Flag(help: "Remove jobs that are not finished, too.")
    var all = false

    @Flag(name: [.long, .customShort("n")], help: "Say what would be removed, and remove nothing.")
    var dryRun = false

    func run() throws {
        if let job = try choice.named(attempted: "remove the job") {
            return try remove(job)
        }
        var worst: FailureKind?
        let jobs = choice.folder.jobs
        if jobs.isEmpty {
            StandardError.write("granary: no jobs in \(choice.folder.path); --jobs names another folder\n")
        }
        for job in jobs {
            do {
                try remove(job)
            } catch let error as any ExplainedError {
                StandardError.write("granary: \(error.explanation)\n")
                // What is kept on purpose is no failure of a command about all jobs.
                if ![.usage, .temporary].contains(error.kind) { worst = error.kind }
            }
        }
        if let worst { throw ExitCode(worst.rawValue) }
    }

    private func remove(_ job: JobDirectory) throws {
        let removal = try JobRemoval(of: job, evenUnfinished: all)
        let size = ByteSize(removal.byteCount)
        if !dryRun { try removal.perform() }
        StandardOutput.write("\(dryRun ? "would remove" : "removed") \(job.path) (\(removal.name), \(size))\n")
    }
}
