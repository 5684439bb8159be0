import ArgumentParser
import Foundation
import JobDocuments
import Media

/// `granary status`: shows the progress of jobs.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the progress of a job, or of every job of a folder.",
        discussion: """
            Reads what the job published, and changes nothing. It can run at any time, on any machine that sees the \
            folder.

            Examples:
              granary status
              granary status 3f2a
              granary status out/.granary/3f2a9c0d1b7e4a55
              granary status --jobs /scratch/jobs --json | jq -r '.[] | select(.state != "finished") | .directory'

            Exit codes: 0 printed, 65 not a job directory, or a damaged one, 66 there is no such job.
            """
    )

    @OptionGroup var choice: JobChoice

    @Flag(help: "Print one JSON document instead of text: an object for one job, an array for a folder.")
    var json = false

    func run() throws {
        if let job = try choice.named(attempted: "show the status of the job") {
            let status = try job.status()
            if json { return try StandardOutput.write(json: status) }
            return StandardOutput.write(text(of: status))
        }
        var worst: FailureKind?
        var statuses: [JobStatus] = []
        for job in choice.folder.jobs {
            do {
                statuses.append(try job.status())
            } catch let error as any ExplainedError {
                StandardError.write("granary: \(error.explanation)\n")
                worst = error.kind
            }
        }
        if json {
            try StandardOutput.write(json: statuses)
        } else if statuses.isEmpty && worst == nil {
            StandardError.write("granary: no jobs in \(choice.folder.path); --jobs names another folder\n")
        } else {
            StandardOutput.write(statuses.map(text).joined())
        }
        if let worst { throw ExitCode(worst.rawValue) }
    }

    private func text(of status: JobStatus) -> String { status.lines.map { PlainText.field($0) + "\n" }.joined() }
}
