import ArgumentParser
import Platform

/// `granary resume`: continues a job by its directory, without its manifest.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Continue a job by its directory or id.",
        discussion: """
            Does the same as `granary run` with the manifest of the job, but does not need the manifest. `granary \
            status` lists the jobs of a folder.

            Examples:
              granary resume 3f2a
              granary resume out/.granary/3f2a9c0d1b7e4a55 --workers 1
              granary resume 3f2a --jobs /scratch/jobs
              granary resume 3f2a --engine slurm --jobs /shared/granary
            """
    )

    @Argument(
        help: ArgumentHelp("A job directory, or the beginning of a job's id.", valueName: "job"),
        completion: .custom(JobCompletion.candidates)
    )
    var job: String

    @OptionGroup var options: RunOptions

    @Flag(help: .hidden)
    var leaveTasks = false

    func run() async throws {
        DiskWatch.start { StandardError.write($0 + "\n") }
        let directory = try options.jobsFolder.job(job, attempted: "continue the job")
        let code = try await JobLauncher(options, leavesTasks: leaveTasks).resume(directory)
        if code != 0 { throw ExitCode(code) }
    }
}
