import ArgumentParser
import Foundation
import Glibc
import JobDocuments
import Jobs
import Media
import SlurmEngine

/// `granary cancel`: stops a job, which can be continued later.
struct Cancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stop a job; finished work is kept.",
        discussion: """
            Ends the coordinator if it is a Slurm job or a process of this machine, and all tasks of the job that wait \
            or run. The job directory stays: `granary submit`, `run` or `resume` continues the job.

            Examples:
              granary cancel 3f2a --jobs /shared/granary

            Exit codes: 0 the job is stopped, 66 there is no such job, 75 Slurm does not answer, or the coordinator \
            runs on another machine.
            """
    )

    @Argument(
        help: ArgumentHelp("A job directory, or the beginning of a job's id.", valueName: "job"),
        completion: .custom(JobCompletion.candidates)
    )
    var job: String

    @OptionGroup var jobsFolder: JobsFolderOptions

    func run() throws {
        let directory = try jobsFolder.job(job, attempted: "cancel the job")
        // Each film of a job of several has tasks of its own, but one coordinator makes them all.
        let films = try [directory] + directory.outputs().filter(\.holdsJob)
        if try directory.slurm.coordinator() == nil {
            for film in films { try stop(JobLease.holder(of: film)) }
        }
        var count = 0
        for film in films where try !film.slurm.submissionNames.isEmpty || film.slurm.coordinator() != nil {
            count += try SlurmControl(SlurmAccess(try options(of: directory))).cancel(film)
        }
        StandardError.write("granary: \(directory.path): \(counted(count, "Slurm job")) ended\n")
    }

    private func options(of directory: JobDirectory) throws -> SlurmOptions {
        (try directory.job().slurm ?? SlurmOptions()).over(try SlurmSite.options())
    }

    /// Tells a coordinator on this machine to stop, and waits until it has stopped.
    private func stop(_ holder: LeaseHolder?) throws {
        guard let holder else { return }
        guard holder.host == ProcessInfo.processInfo.hostName, holder.processID > 1 else {
            throw FileFailure(
                kind: .temporary,
                attempted: "cancel the job",
                subject: job,
                cause: "its coordinator is \(holder)",
                remedy: "cancel it there, or interrupt that process"
            )
        }
        for _ in 0..<2 {
            kill(holder.processID, SIGTERM)
            usleep(200_000)
        }
        for _ in 0..<300 where kill(holder.processID, 0) == 0 { usleep(200_000) }
    }
}
