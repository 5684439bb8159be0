import ArgumentParser
import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import RateControl
import SlurmEngine

/// `granary wave`: decides the next units of a job, and leaves them to the tasks of a farm.
struct PlanWave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wave",
        abstract: "Write the next work units of a job for a farm; templates of `granary export` start this.",
        discussion: """
            Does what the coordinator of a job does up to its next wave of work units, and writes them into the job \
            directory as bundles of a fixed number of tasks, which `granary task` does. If the film is finished, the \
            tasks do nothing. What tasks did not do is in the next wave, or is done by `granary resume`.

            Examples:
              granary wave .granary/3f2a9c0d1b7e4a55 --number 1 --tasks 16
              granary task .granary/3f2a9c0d1b7e4a55 --submission granary-3f2a9c0d1b7e4a55-wave-1 --task 0
            """
    )

    @Argument(help: ArgumentHelp("The job directory.", valueName: "job"))
    var job: String

    @Option(help: ArgumentHelp("Number of the wave, which names its tasks.", valueName: "number"))
    var number: Int

    @Option(help: ArgumentHelp("Number of tasks.", valueName: "count"))
    var tasks: Int

    @Option(help: ArgumentHelp("Ranges that a task encodes at once.", valueName: "count"))
    var cpus = 1

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        guard (1...999).contains(number) else { throw ValidationError("--number takes a number from 1 to 999.") }
        guard (1...FarmTemplate.mostTasks).contains(tasks) else {
            throw ValidationError("--tasks takes a number from 1 to \(FarmTemplate.mostTasks).")
        }
        guard (1...SlurmOptions.mostProcessors).contains(cpus) else {
            throw ValidationError("--cpus takes a number from 1 to \(SlurmOptions.mostProcessors).")
        }
    }

    func run() async throws {
        let directory = JobDirectory(path: URL(filePath: job).standardizedFileURL.path)
        let (job, source) = (try directory.job(), try directory.source())
        try SourceReader(sandbox: sandbox.mode).verifyIdentity(of: source)
        let prefix = WaveWriter.namePrefix(job: directory.id)
        // Those of earlier waves, and of an earlier try at this one.
        for name in directory.slurm.submissionNames where name.hasPrefix(prefix) {
            try directory.slurm.removeSubmission(name)
        }
        let name = WaveWriter.name(job: directory.id, wave: number)
        let writer = WaveWriter(name: name, taskCount: tasks, processors: cpus)
        let runner = JobRunner(
            directory: directory,
            job: job,
            source: source,
            allocator: job.allocator(for: source),
            executor: writer
        )
        writer.whenWritten { runner.drain() }
        let outcome = await runner.run()
        if let failure = writer.failure { throw failure }
        switch outcome {
        case .failed(let error) where error.code == .interrupted && writer.isWritten:
            StandardError.write("granary: wave \(number) is written as \(name)\n")
        case .finished(let film, _):
            try writer.write([], of: directory)
            StandardError.write(
                "granary: the film \(PlainText.field(film.path)) is finished; wave \(number) is empty\n"
            )
        case .failed(let error): throw error
        }
    }
}
