import ArgumentParser
import Bench
import Foundation

/// `granary bench carry-out`: one encode of a benchmark on a node of a cluster; what Slurm starts.
struct BenchCarryOut: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "carry-out",
        abstract: "Carry out the order that a benchmark left in a folder; Slurm starts this.",
        shouldDisplay: false
    )

    @Argument(help: "The folder; the benchmark must see it too.")
    var folder: String

    func run() throws { try PlanOrder.carryOut(in: URL(filePath: folder).standardizedFileURL.path) }
}
