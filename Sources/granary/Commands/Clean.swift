import ArgumentParser
import Foundation
import JobDocuments
import Media

/// `granary clean`: removes the directories of finished jobs.
struct Clean: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Remove the directories of finished jobs; the films stay.",
        discussion: """
            The directory of a finished job holds its report, and what `granary verify` needs to compare every \
            picture. It also proves that the film belongs to the job: without it, the same manifest refuses to replace \
            the film unless --overwrite is given. A job that is running is never removed. An unfinished job is removed \
            only with --all, together with its unfinished film.

            --older-than and --keep protect recent jobs: --older-than keeps jobs that were written to more recently, \
            --keep the newest ones. A systemd timer or cron can run the command every night.

            Examples:
              granary clean --dry-run
              granary clean
              granary clean --older-than 30d --keep 10 --jobs /scratch/jobs
              granary clean 3f2a --all
              granary clean --jobs /scratch/jobs

            Exit codes: 0 removed, or nothing to remove, 64 the named job is not finished, 65 not a job directory, \
            66 there is no such job, 74 it could not be removed, 75 the named job is running.
            """
    )

    @OptionGroup var choice: JobChoice

    @Flag(help: "Also remove jobs that are not finished.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "Remove only jobs last written to at least this long ago: hours, days or weeks, as in 36h, 30d or 2w.",
            valueName: "age"
        )
    )
    var olderThan: String?

    @Option(help: ArgumentHelp("Keep this many of the newest jobs.", valueName: "count"))
    var keep: Int?

    @Flag(name: [.long, .customShort("n")], help: "Print what would be removed, and remove nothing.")
    var dryRun = false

    func validate() throws {
        if let olderThan, Retention.age(olderThan) == nil {
            throw ValidationError("--older-than takes hours, days or weeks, as in 36h, 30d or 2w, not '\(olderThan)'.")
        }
        if let keep, !(0...1_000_000).contains(keep) {
            throw ValidationError("--keep takes a number from 0, not \(keep).")
        }
        if choice.job != nil, olderThan != nil || keep != nil {
            throw ValidationError(
                "--older-than and --keep select jobs of a folder; leave out either the job or these options."
            )
        }
    }

    func run() throws {
        if let job = try choice.named(attempted: "remove the job") {
            _ = try remove(try JobRemoval(of: job, evenUnfinished: all), job)
            return
        }
        var worst: FailureKind?
        let jobs = choice.folder.jobs
        if jobs.isEmpty {
            StandardError.write("granary: no jobs in \(choice.folder.path); --jobs names another folder\n")
        }
        var removals: [(job: JobDirectory, removal: JobRemoval)] = []
        for job in jobs {
            do {
                removals.append((job, try JobRemoval(of: job, evenUnfinished: all)))
            } catch let error as any ExplainedError {
                worst = report(error) ?? worst
            }
        }
        let now = Date.now.timeIntervalSince1970
        let rule = Retention(minimumAge: olderThan.flatMap { Retention.age($0) }, kept: keep ?? 0)
        let reasons = rule.reasons(ages: removals.map { $0.job.age(at: now) })
        var freed: Int64 = 0
        var count = 0
        for ((job, removal), reason) in zip(removals, reasons) {
            if let reason {
                StandardError.write(
                    "granary: \(PlainText.field(job.path)) (\(PlainText.field(removal.name))) stays: \(reason)\n"
                )
                continue
            }
            do {
                freed += try remove(removal, job)
                count += 1
            } catch let error as any ExplainedError {
                worst = report(error) ?? worst
            }
        }
        if count > 1 {
            let words = dryRun ? "would be removed" : "removed"
            StandardOutput.write("\(counted(count, "job")) \(words), \(ByteSize(freed)) in all\n")
        }
        if let worst { throw ExitCode(worst.rawValue) }
    }

    /// Prints why a job stays. Returns nil if the job is kept on purpose, which is not a failure of a command about all
    /// jobs.
    private func report(_ error: any ExplainedError) -> FailureKind? {
        StandardError.write("granary: \(error.explanation)\n")
        return [.usage, .temporary].contains(error.kind) ? nil : error.kind
    }

    /// Removes a job, or prints that it would be removed. Returns the bytes that this frees.
    private func remove(_ removal: JobRemoval, _ job: JobDirectory) throws -> Int64 {
        if !dryRun { try removal.perform() }
        let size = ByteSize(removal.byteCount)
        StandardOutput.write(
            "\(dryRun ? "would remove" : "removed") \(PlainText.field(job.path)) (\(PlainText.field(removal.name)), "
                + "\(size))\n"
        )
        return removal.byteCount
    }
}
