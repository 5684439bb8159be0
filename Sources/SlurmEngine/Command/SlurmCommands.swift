import Confinement
import Foundation
package import JobDocuments
import Jobs
import Platform

/// The client that calls Slurm's commands.
package struct SlurmCommands: SlurmClient {
    private let access: SlurmAccess
    private let tasksAtOnce: Int?
    private let hasAccounts = AccountsMemory()

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - access: the options of Slurm; the program must support `task`.
    ///   - tasksAtOnce: most tasks of an array that run at the same time; nil for no limit.
    package init(_ access: SlurmAccess, tasksAtOnce: Int? = nil) {
        self.access = access
        self.tasksAtOnce = tasksAtOnce
    }

    /// Runs `sbatch` with a script that is the same for every job. Its data are its arguments, and the document that
    /// they name.
    package func submit(_ submission: SlurmSubmission, of job: JobDirectory) throws(SlurmError) -> Int {
        guard !access.executable.hasPrefix("/proc/") else {
            throw SlurmError(
                .refused,
                tool: .sbatch,
                cause: "this program was replaced since it was started: start it again"
            )
        }
        return try Self.id(in: try access.command.run(.sbatch, arguments(of: submission, in: job)))
    }

    /// The id that `sbatch --parsable` printed.
    static func id(in lines: [String]) throws(SlurmError) -> Int {
        // A site's wrapper of sbatch may print lines before the id. A semicolon separates the name of the cluster.
        let answer = lines.last { !$0.isEmpty } ?? ""
        guard let id = Int(answer.split(separator: ";").first ?? ""), id > 0 else {
            throw SlurmError(.unknown, tool: .sbatch, cause: "it answered \"\(UnitLog.plain(answer.prefix(200)))\"")
        }
        return id
    }

    /// Arguments of `sbatch`, its script, and the arguments of the script.
    func arguments(of submission: SlurmSubmission, in job: JobDirectory) -> [String] {
        let limit = tasksAtOnce.map { "%\($0)" } ?? ""
        var words = [
            "--parsable", "--job-name=\(submission.name)", "--array=0-\(max(submission.tasks.count, 1) - 1)\(limit)",
            "--requeue", "--open-mode=append", "--nodes=1", "--ntasks=1", "--export=ALL", "--chdir=\(job.path)",
            // Slurm replaces %a by the number of the task. A percent sign in the folder's path is written twice.
            "--output=\(job.paths.slurmLogStem(submission.name).replacing("%", with: "%%"))-%a.log",
        ]
        words += access.options.arguments
        if let mebibytes = submission.mebibytes { words.append("--mem=\(mebibytes)M") }
        return words + [
            job.paths.slurmScript(submission.name), access.executable, job.path, submission.name,
            access.sandbox.rawValue,
        ]
    }

    /// Runs `squeue` once for all names.
    package func queue(names: [String]) throws(SlurmError) -> [SlurmQueueEntry] {
        guard !names.isEmpty else { return [] }
        return try access.command.run(.squeue, SlurmQueueEntry.arguments(names: names)).compactMap {
            SlurmQueueEntry(line: $0)
        }
    }

    /// Runs `sacct` if the site keeps accounts, else `scontrol`, which knows jobs that ended within MinJobAge.
    package func records(of jobs: [Int]) throws(SlurmError) -> [SlurmRecord] {
        if hasAccounts.value ?? false {
            let lines = try access.command.run(.sacct, SlurmRecord.accountArguments(jobs: jobs))
            return lines.compactMap { SlurmRecord(account: $0) }
        }
        var records: [SlurmRecord] = []
        for job in jobs {
            do throws(SlurmError) {
                let lines = try access.command.run(.scontrol, ["--oneliner", "show", "job", "\(job)"])
                records += lines.compactMap { SlurmRecord(description: $0) }
            } catch {
                // A job that the controller has forgotten is not an error.
                guard error.cause.lowercased().contains("invalid job id") else { throw error }
            }
        }
        return records
    }

    /// Runs `scancel`.
    package func cancel(_ cancellation: SlurmCancellation) throws(SlurmError) {
        _ = try access.command.run(.scancel, cancellation.arguments)
    }

    /// Runs `scontrol show config`.
    package func configuration() throws(SlurmError) -> SlurmConfiguration {
        let configuration = SlurmConfiguration(lines: try access.command.run(.scontrol, ["show", "config"]))
        hasAccounts.value = configuration.keepsAccounts
        return configuration
    }
}
