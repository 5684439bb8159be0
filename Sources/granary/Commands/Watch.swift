import ArgumentParser
import Foundation
import JobDocuments
import Media
import SlurmEngine

/// `granary watch`: follows a job, on any machine that sees its directory.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow a job until it ends.",
        discussion: """
            Reads what the job publishes, and changes nothing. It works on any machine that sees the folder. It prints \
            a line for each change.

            Examples:
              granary watch 3f2a --jobs /shared/granary

            Exit codes: 0 finished, 3 finished with findings, 66 there is no such job, 75 no coordinator runs.
            """
    )

    @Argument(
        help: ArgumentHelp("A job directory, or the beginning of a job's id.", valueName: "job"),
        completion: .custom(JobCompletion.candidates)
    )
    var job: String

    @OptionGroup var jobsFolder: JobsFolderOptions

    @Option(help: ArgumentHelp("Seconds between two checks.", valueName: "seconds"))
    var every = 5

    func validate() throws {
        if !(1...3600).contains(every) { throw ValidationError("--every takes a number from 1 to 3600.") }
    }

    func run() async throws {
        let directory = try jobsFolder.job(job, attempted: "watch the job")
        var printed = ""
        var idleChecks = 0
        while true {
            let status = try directory.status()
            let text = status.lines.map { PlainText.field($0) + "\n" }.joined()
            if text != printed { StandardOutput.write(text) }
            printed = text
            switch status.stateOfAll {
            case .finished: return
            case .faulty: throw ExitCode(FailureKind.verification.rawValue)
            case .running: idleChecks = 0
            case .stopped:
                // A coordinator that waits in the queue, or that Slurm has requeued, has no lease.
                idleChecks += 1
                if !isQueued(directory), idleChecks > 1 { throw ExitCode(FailureKind.temporary.rawValue) }
            }
            try await Task.sleep(for: .seconds(every))
        }
    }

    /// Whether a coordinator waits for its turn; true if Slurm does not answer.
    private func isQueued(_ directory: JobDirectory) -> Bool {
        guard let submitted = try? directory.slurm.coordinator() else { return false }
        _ = submitted
        do throws(SlurmError) {
            return try SlurmControl(SlurmAccess()).coordinator(of: directory) != nil
        } catch {
            return error.verdict != .refused
        }
    }
}
