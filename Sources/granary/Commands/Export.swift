import ArgumentParser
import Foundation
import JobDocuments
import Jobs
import Media
import Platform

/// `granary export`: describes a job to other farms.
struct Export: ParsableCommand {
    /// A description that a farm reads.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// Open Job Description, revision 2023-09.
        case openjd
    }

    static let configuration = CommandConfiguration(
        abstract: "Describe a job for a farm other than Slurm.",
        discussion: """
            Prints a job template of the Open Job Description specification (revision 2023-09), as JSON, and creates \
            the job directory that it names. The template has pairs of steps: one decides the next wave of work units, \
            one has the tasks that do them. A last step does what is left, joins the film and verifies it. The film \
            has the same bytes as one of `granary run`.

            All hosts need the same build of Granary, and see the job directory, the source and the folder of the \
            output under the same paths.

            Examples:
              granary export --format openjd film.yaml --jobs /shared/granary -o film.json
              openjd check film.json
              openjd run film.json
            """
    )

    @Argument(
        help: ArgumentHelp("The manifest, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifest: String

    @Option(help: ArgumentHelp("The kind of description: openjd.", valueName: "format"))
    var format: Format

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File for the template. Default: standard output.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var output: String?

    @Option(help: ArgumentHelp("Tasks of a wave: hosts that work at the same time.", valueName: "count"))
    var tasks = 16

    @Option(help: ArgumentHelp("Waves that are shared out; one host does the rest.", valueName: "count"))
    var waves = 8

    @Option(help: ArgumentHelp("Ranges that a task encodes at once.", valueName: "count"))
    var cpus = 1

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sourceOptions: SourceOptions

    @OptionGroup var sandbox: SandboxOptions

    func validate() throws {
        guard (1...FarmTemplate.mostTasks).contains(tasks) else {
            throw ValidationError("--tasks takes a number from 1 to \(FarmTemplate.mostTasks).")
        }
        guard (1...32).contains(waves) else { throw ValidationError("--waves takes a number from 1 to 32.") }
        guard (1...SlurmOptions.mostProcessors).contains(cpus) else {
            throw ValidationError("--cpus takes a number from 1 to \(SlurmOptions.mostProcessors).")
        }
    }

    func run() throws {
        let read = try Manifest(contentsOf: manifest)
        guard read.furtherOutputs.isEmpty else {
            throw FileFailure(
                kind: .usage,
                attempted: "describe the job for a farm",
                subject: manifest,
                cause: "it makes several films",
                remedy: "write a manifest for each of them"
            )
        }
        let beginning = JobBeginning(hashesSource: sourceOptions.hashSource, sandbox: sandbox.mode)
        let (jobs, source) = try beginning.resolve(read)
        let job = jobs[0]
        let directory = beginning.directory(of: job, in: jobsFolder)
        try beginning.begin(job, source, in: directory)
        let bytes = WorkerMemory.estimatedByteCount(settings: job.encoder, sourceSize: source.video.size)
        let template = FarmTemplate(
            job,
            in: directory,
            program: OwnProgram.path,
            waves: waves,
            tasks: tasks,
            processors: cpus,
            mebibytes: max(bytes >> 20, 1) * cpus
        )
        guard let output else { return try StandardOutput.write(json: template) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        do {
            try (try encoder.encode(template) + Data("\n".utf8)).write(to: URL(filePath: output), options: .atomic)
        } catch {
            throw FileFailure(
                kind: .cannotCreate,
                attempted: "write the template",
                subject: output,
                cause: error.localizedDescription,
                remedy: "check the folder and its permissions"
            )
        }
    }
}
