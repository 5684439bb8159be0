import ArgumentParser
import Foundation
import JobDocuments
import LocalEngine
import Media
import Platform
import SlurmEngine

/// `granary task`: does one task of a job array. Slurm starts it.
struct BundleTask: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "task",
        abstract: "Do one task of a job array; Slurm starts this.",
        discussion: """
            Reads from the job directory which work units the task has to do, does them in child processes, and \
            records there how each one ended. A task can run twice without harm.

            Examples:
              granary task .granary/3f2a9c0d1b7e4a55 --submission granary-3f2a9c0d1b7e4a55-5e1f0c22-1-1 --task 0
            """
    )

    @Argument(help: ArgumentHelp("The job directory.", valueName: "job"))
    var job: String

    @Option(help: ArgumentHelp("Name of the submission.", valueName: "name"))
    var submission: String

    @Option(help: ArgumentHelp("Number of the task in its array. Default: $SLURM_ARRAY_TASK_ID.", valueName: "number"))
    var task: Int?

    @OptionGroup var sandbox: SandboxOptions

    @Option(help: .hidden)
    var worker: String?

    func validate() throws {
        if submission.contains("/") || submission.isEmpty { throw ValidationError("--submission takes a name.") }
    }

    func run() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let number = task ?? environment["SLURM_ARRAY_TASK_ID"].flatMap({ Int($0) }) else {
            throw ValidationError("--task is missing, and $SLURM_ARRAY_TASK_ID is not set.")
        }
        let directory = JobDirectory(path: URL(filePath: job).standardizedFileURL.path)
        let names = ["SLURMD_NODENAME", "SLURM_ARRAY_JOB_ID", "SLURM_RESTART_COUNT"]
        let place = names.map { "\($0)=\(environment[$0] ?? "")" }.joined(separator: " ")
        StandardError.write("granary: \(submission), task \(number), \(place)\n")
        let program = worker ?? OwnProgram.path
        let mode = sandbox.mode
        let task = SlurmTask(
            directory,
            submission: submission,
            task: number,
            makeExecutor: { LocalExecutor(workers: $0, executable: program, sandbox: mode) },
            say: { StandardError.write($0 + "\n") }
        )
        let listener = Task {
            // Slurm sends one signal and kills the task some time later: ranges cannot finish in this time.
            for await _ in SignalSource.interruptions() { await task.cancel() }
        }
        let code = await task.run()
        listener.cancel()
        if code != 0 { throw ExitCode(code) }
    }
}
