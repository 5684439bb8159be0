import ArgumentParser
import Coordination
import Foundation
import JobDocuments
import Jobs
import Media
import Platform
import SlurmEngine

/// `granary trial`: runs units of a known length with the Slurm engine, for benchmarks of the engine itself.
struct EngineTrial: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trial",
        abstract: "Measure the Slurm engine with units that another program runs.",
        shouldDisplay: false
    )

    @Argument(help: "A folder that every node sees; it becomes a job directory without a film.")
    var folder: String

    @Option(help: "Number of units.")
    var units: Int

    @Option(help: "The estimate for every unit, in seconds.")
    var seconds: Double

    @Option(help: "The program that tasks start instead of this one.")
    var program: String

    private struct Measurement: Encodable {
        let units: Int
        let failed: Int
        let wallSeconds: Double
        let firstSeconds: Double
        let maximumResidentBytes: Int
    }

    func run() async throws {
        let directory = JobDirectory(path: URL(filePath: folder).standardizedFileURL.path)
        try JobFiles.createFolder(directory.path)
        let all = (0..<max(units, 1)).map { WorkUnit(stage: .encode, pass: 2, ranges: [$0]) }
        let need = WorkForecast.Need(seconds: seconds, byteCount: 64 << 20)
        let forecast = WorkForecast(Dictionary(uniqueKeysWithValues: all.map { ($0, need) }))
        let engine = SlurmExecutor(SlurmAccess(try SlurmSite.options(), executable: program))
        let start = ContinuousClock.now
        var first: Double?
        var (count, failed) = (0, 0)
        for await outcome in engine.run(all, forecast: forecast, of: directory, onMessage: { _, _ in }) {
            first = first ?? start.duration(to: .now) / .seconds(1)
            count += 1
            if outcome.exit != .code(0) {
                failed += 1
                StandardError.write("granary: \(outcome.unit): \(outcome.exit)\n")
            }
        }
        try StandardOutput.write(
            json: Measurement(
                units: count,
                failed: failed,
                wallSeconds: start.duration(to: .now) / .seconds(1),
                firstSeconds: first ?? 0,
                maximumResidentBytes: Int(clamping: Machine.peakMemory ?? 0)
            )
        )
        if failed > 0 || count < all.count { throw ExitCode(FailureKind.temporary.rawValue) }
    }
}
