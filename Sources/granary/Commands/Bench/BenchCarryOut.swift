import ArgumentParser
import Bench
import Foundation

/// `granary bench carry-out`: makes one encode of a benchmark on a node of a cluster. Slurm starts it.
struct BenchCarryOut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carry-out",
        abstract: "Run the encode that a benchmark described in a folder; Slurm starts this.",
        shouldDisplay: false
    )

    @Argument(help: "The folder; the benchmark must see it too.")
    var folder: String

    func run() throws { try PlanOrder.carryOut(in: URL(filePath: folder).standardizedFileURL.path) }
}
