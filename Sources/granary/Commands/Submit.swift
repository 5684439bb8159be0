import ArgumentParser
import Foundation
import JobDocuments
import Jobs
import Media
import SlurmEngine

/// `granary submit`: submits whole jobs to a cluster.
struct Submit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Submit films to a cluster, and return at once.",
        discussion: """
            The coordinator becomes a Slurm job, which Slurm requeues if its node fails. It submits the work as \
            `granary run --engine slurm` does. Each printed line has a job directory and the id of its Slurm job.

            Examples:
              granary submit film.yaml --jobs /shared/granary
              granary watch 3f2a --jobs /shared/granary
              granary cancel 3f2a --jobs /shared/granary

            Submit a job again to continue it after `granary cancel` or a time limit.

            Exit codes: 0 submitted, or already running; 69 Slurm refuses, 75 Slurm does not answer.
            """
    )

    @Argument(
        help: ArgumentHelp("The manifests, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifests: [String]

    @Option(help: ArgumentHelp("slurm, the only engine that takes whole jobs.", valueName: "engine"))
    var engine = EngineChoice.slurm

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sourceOptions: SourceOptions

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var hooks: HooksOptions

    @Flag(help: "Print one JSON document: an array of objects with job, directory and slurmJob.")
    var json = false

    func validate() throws {
        if engine != .slurm { throw ValidationError("submit needs a cluster; --engine takes only slurm here.") }
    }

    private struct Submitted: Encodable {
        let job: String
        let directory: String
        let slurmJob: Int
        let isNew: Bool
    }

    func run() throws {
        let read = try manifests.map { try Manifest(contentsOf: $0) }
        let site = try SlurmSite.options()
        var submitted: [Submitted] = []
        let beginning = JobBeginning(hashesSource: sourceOptions.hashSource, sandbox: sandbox.mode)
        for manifest in read {
            let (jobs, source) = try beginning.resolve(manifest)
            let job = jobs[0]
            let directory = beginning.directory(of: job, in: jobsFolder)
            let control = SlurmControl(SlurmAccess((job.slurm ?? SlurmOptions()).over(site), sandbox: sandbox.mode))
            // A coordinator that is queued or running keeps the documents that it began with.
            if try control.coordinator(of: directory) == nil {
                for (job, directory) in zip(jobs, beginning.directories(of: jobs, first: directory)).reversed() {
                    try beginning.begin(job, source, in: directory)
                }
            }
            let (id, isNew) = try control.submitCoordinator(of: directory, hooks: hooks.chosen)
            submitted.append(Submitted(job: job.id, directory: directory.path, slurmJob: id, isNew: isNew))
            if !json {
                StandardOutput.write("\(PlainText.field(directory.path)) \(id)\(isNew ? "" : ", already running")\n")
            }
        }
        if json { try StandardOutput.write(json: submitted) }
    }
}
