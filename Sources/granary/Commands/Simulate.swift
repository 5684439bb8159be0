import ArgumentParser
import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform
import Simulation
import SlurmEngine

/// `granary simulate`: predicts how long a job takes on a cluster.
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Predict how long a film takes on a cluster.",
        discussion: """
            Computes the waves of the job on the given number of nodes and slots, with the measured delays of the \
            engine. The times of ranges come from the results of the job. If it has none yet, they come from the job \
            that --like names, in proportion to the pictures. Otherwise they are estimated from the pictures: then \
            times are right within a factor of a few, but comparisons hold.

            Examples:
              granary simulate film.yaml --nodes 16 --slots 16
              granary simulate film.yaml --nodes 64 --slots 16 --like 3f2a
              granary simulate film.yaml --nodes 64 --slots 16 --json | jq .efficiency
            """
    )

    @Argument(
        help: ArgumentHelp("The manifest, YAML or JSON.", valueName: "manifest"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var manifest: String

    @Option(help: ArgumentHelp("Number of nodes.", valueName: "count"))
    var nodes: Int

    @Option(help: ArgumentHelp("Ranges that are encoded at once on each node.", valueName: "count"))
    var slots: Int

    @Option(
        help: ArgumentHelp(
            "A job with the same settings, whose ranges give the processor time.",
            discussion: "May be repeated; the job with the largest film gives the speed of the mux.",
            valueName: "job"
        ),
        completion: .custom(JobCompletion.candidates)
    )
    var like: [String] = []

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sandbox: SandboxOptions

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Option(name: .customLong("assumed-seconds"), help: .hidden)
    var expectedSeconds: Double?

    func validate() throws {
        for (name, value) in [("--nodes", nodes), ("--slots", slots)] where !(1...100_000).contains(value) {
            throw ValidationError("\(name) takes a number from 1 to 100000.")
        }
    }

    private struct Report: Encodable {
        let slots: Int
        let ranges: Int
        let wallSeconds: Double
        let workSeconds: Double
        let efficiency: Double
        let criticalSeconds: Double
        let criticalWave: String
        let basis: String
        let delays: EngineDelays
        let waves: [ClusterSimulation.Wave]
    }

    func run() throws {
        let beginning = JobBeginning(hashesSource: false, sandbox: sandbox.mode)
        let (jobs, source) = try beginning.resolve(try Manifest(contentsOf: manifest))
        let job = jobs[0]
        if jobs.count > 1 {
            StandardError.write("granary: simulating only the first of \(jobs.count) films, \(job.outputPath)\n")
        }
        let directory = beginning.directory(of: job, in: jobsFolder)
        var knowledge = ClusterSimulation.Knowledge()
        knowledge.expectedSeconds = expectedSeconds
        if directory.holdsJob { (knowledge.work, knowledge.seconds) = try directory.measuredWork(of: job, source) }
        for name in like {
            let rates = try rates(of: try jobsFolder.job(name, attempted: "read the measured times of the job"))
            knowledge.rates = knowledge.rates?.completed(by: rates) ?? rates
        }
        let simulation = ClusterSimulation(
            job: job,
            source: source,
            knowledge: knowledge,
            slots: nodes * slots,
            options: (job.slurm ?? SlurmOptions()).over(try SlurmSite.options())
        )
        let basis = basis(knowledge)
        if json {
            return try StandardOutput.write(
                json: Report(
                    slots: simulation.slots,
                    ranges: simulation.rangeCount,
                    wallSeconds: simulation.wallSeconds,
                    workSeconds: simulation.workSeconds,
                    efficiency: simulation.efficiency,
                    criticalSeconds: simulation.criticalSeconds,
                    criticalWave: simulation.criticalWave?.name ?? "",
                    basis: basis,
                    delays: simulation.delays,
                    waves: simulation.waves
                )
            )
        }
        report(simulation, basis: basis)
    }

    /// The rates of work that another job measured.
    private func rates(of other: JobDirectory) throws -> WorkRates {
        let (job, source) = (try other.job(), try other.source())
        // Processor seconds do not depend on what else ran at the same time, on any machine.
        let (work, seconds) = try other.measuredWork(of: job, source, by: \.cpuSeconds)
        return WorkRates(seconds, job: job, source: source, work: work)
    }

    private func basis(_ knowledge: ClusterSimulation.Knowledge) -> String {
        let count = knowledge.seconds.count
        let rest = knowledge.rates != nil ? "the work of the other job" : "the pictures"
        if count == 0 { return "all times are estimated from \(rest)" }
        return knowledge.work.mux == nil
            ? "measured times of \(counted(count, "unit")); the others are estimated from \(rest)"
            : "all times are measured"
    }

    private func report(_ simulation: ClusterSimulation, basis: String) {
        func clock(_ seconds: Double) -> String { ProgressText.clock(seconds: seconds) }
        for wave in simulation.waves {
            StandardOutput.write(
                "\(wave.name): \(clock(wave.wallSeconds)), \(counted(wave.units, "unit")) in "
                    + "\(counted(wave.tasks, "task")), longest task \(clock(wave.longestSeconds))\n"
            )
        }
        let critical = simulation.criticalWave.map { "; the longest of all is in \($0.name)" } ?? ""
        StandardOutput.write(
            "\(simulation.slots) slots: \(clock(simulation.wallSeconds)) for \(clock(simulation.workSeconds)) of work, "
                + "efficiency \(Int((simulation.efficiency * 100).rounded())) %\n"
                + "at least \(clock(simulation.criticalSeconds)) with any number of slots: the sum of the longest task "
                + "of each wave\(critical)\n"
                + "\(basis)\n"
        )
    }
}
