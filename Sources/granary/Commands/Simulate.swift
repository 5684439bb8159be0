import ArgumentParser
import Farm
import Foundation
import Media

/// `granary simulate`: how long a job would take on a cluster.
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Foretell how long a film takes on a cluster.",
        discussion: """
            Carries out the waves of the job in arithmetic, on as many slots as nodes times slots, with the delays of the \
            engine. What the job has published says how long its ranges take; without it that is reckoned from its pictures, \
            and the times are right within a factor of a few, while comparisons hold.

            Examples:
              granary simulate film.yaml --nodes 16 --slots 16
              granary simulate film.yaml --nodes 64 --slots 16 --json | jq .efficiency
            """
    )

    @Argument(help: ArgumentHelp("The manifest, YAML or JSON.", valueName: "manifest"))
    var manifest: String

    @Option(help: ArgumentHelp("Number of nodes.", valueName: "count"))
    var nodes: Int

    @Option(help: ArgumentHelp("Tasks that run at once on each of them.", valueName: "count"))
    var slots: Int

    @OptionGroup var jobsFolder: JobsFolderOptions

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    func validate() throws {
        for (name, value) in [("--nodes", nodes), ("--slots", slots)] where !(1...100_000).contains(value) {
            throw ValidationError("\(name) takes a number from 1 to 100000.")
        }
    }

    private struct Report: Encodable {
        let slots: Int
        let wallSeconds: Double
        let workSeconds: Double
        let efficiency: Double
        let criticalSeconds: Double
        let waves: [ClusterSimulation.Wave]
    }

    func run() throws {
        let beginning = JobBeginning(hashesSource: false)
        let (job, source) = try beginning.resolve(try Manifest(contentsOf: manifest))
        let directory = beginning.directory(of: job, in: jobsFolder)
        let work = directory.holdsJob ? try directory.claimedWork() : PublishedWork()
        let asked = (job.slurm ?? SlurmOptions()).over(try SlurmSite.options())
        let simulation = ClusterSimulation(
            job: job,
            source: source,
            work: work,
            slots: nodes * slots,
            bundleSeconds: asked.bundleSeconds ?? SlurmOptions.standardBundleSeconds
        )
        if json {
            return try StandardOutput.write(
                json: Report(
                    slots: simulation.slots,
                    wallSeconds: simulation.wallSeconds,
                    workSeconds: simulation.workSeconds,
                    efficiency: simulation.efficiency,
                    criticalSeconds: simulation.criticalSeconds,
                    waves: simulation.waves
                )
            )
        }
        func clock(_ seconds: Double) -> String { ProgressText.clock(seconds: seconds) }
        for wave in simulation.waves {
            StandardOutput.write(
                "\(wave.name): \(clock(wave.wallSeconds)), \(counted(wave.units, "unit")) in \(counted(wave.tasks, "task")), "
                    + "the longest \(clock(wave.longestSeconds))\n"
            )
        }
        StandardOutput.write(
            "\(simulation.slots) slots: \(clock(simulation.wallSeconds)) for \(clock(simulation.workSeconds)) of work, "
                + "efficiency \(Int((simulation.efficiency * 100).rounded())) %; at least "
                + "\(clock(simulation.criticalSeconds)), as the longest tasks of the waves follow each other\n"
        )
    }
}
