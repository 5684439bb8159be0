import ArgumentParser
import Farm
import Foundation

/// `granary resume`: goes on with a job by its directory, without its manifest.
struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Go on with a job by its directory.",
        discussion: """
            What `granary run` does with the same manifest; the manifest itself is not needed any more.

            Examples:
              granary resume .granary/3f2a9c0d1b7e4a55
              granary resume .granary/3f2a9c0d1b7e4a55 --workers 1
            """
    )

    @Argument(help: ArgumentHelp("The job directory.", valueName: "job"))
    var job: String

    @OptionGroup var options: RunOptions

    func run() async throws {
        let directory = JobDirectory(path: URL(filePath: job).standardizedFileURL.path)
        let code = try await JobLauncher(options).resume(directory)
        if code != 0 { throw ExitCode(code) }
    }
}
