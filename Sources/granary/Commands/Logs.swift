import ArgumentParser
import Foundation
import JobDocuments
import Media

/// `granary logs`: prints the logs of the coordinator, of tasks and of encoders.
struct Logs: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the logs of a job, or of a range.",
        discussion: """
            Each log begins with a line that names its file. With --range, prints the logs of every attempt of every \
            pass over that range. Without it, prints the logs of the coordinator and of Slurm's tasks; for a job on \
            one machine, the logs of failed attempts.

            Examples:
              granary logs 3f2a --jobs /shared/granary
              granary logs 3f2a --range 17 --jobs /shared/granary
            """
    )

    @Argument(
        help: ArgumentHelp("A job directory, or the beginning of a job's id.", valueName: "job"),
        completion: .custom(JobCompletion.candidates)
    )
    var job: String

    @Option(help: ArgumentHelp("Number of a range, from 0.", valueName: "number"))
    var range: Int?

    @OptionGroup var jobsFolder: JobsFolderOptions

    func run() throws {
        let directory = try jobsFolder.job(job, attempted: "print the logs of the job")
        var names = directory.logNames(ofRange: range)
        if let range, names.isEmpty {
            StandardError.write("granary: there are no logs of range \(range) in \(directory.paths.logFolder)\n")
        } else if range == nil, names.isEmpty {
            let units = directory.unitLogNames
            names = units.filter { directory.isLogOfFailure($0) }
            StandardError.write(
                "granary: \(directory.paths.logFolder) has \(counted(units.count, "log")) of attempts, \(names.count) "
                    + "of which failed; --range N prints those of a range\n"
            )
        }
        for name in names {
            StandardOutput.write("==> \(PlainText.field(name))\n")
            guard let handle = FileHandle(forReadingAtPath: "\(directory.paths.logFolder)/\(name)") else { continue }
            defer { try? handle.close() }
            // A log may be long, so it is copied piece by piece.
            while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                StandardOutput.write(String(decoding: piece, as: UTF8.self))
            }
        }
    }
}
