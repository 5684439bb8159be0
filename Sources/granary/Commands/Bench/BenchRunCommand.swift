import ArgumentParser
import Bench
import Farm
import Foundation
import Media

/// `granary bench run`: one run of a suite, and the gate that follows it.
struct BenchRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a suite, add it to the history, and hold it to the run that was accepted last.",
        discussion: """
            A run that was interrupted goes on where it was when it is started again, as long as suite, clips, programs \
            and machine are the same. Only one runs in a folder at a time.

            Examples:
              granary bench run Benchmarks/smoke.yaml
              granary bench run Benchmarks/nightly.yaml --history ~/granary.sqlite --accept
              granary bench run my.yaml --jobs /scratch/granary --engine slurm

            Exit codes: 0 nothing became worse, 3 something did by more than its noise band, or nothing could be \
            measured, 65 bad suite or damaged history, 75 another benchmark runs, 130 interrupted.
            """
    )

    @Argument(help: ArgumentHelp("The suite, YAML or JSON.", valueName: "suite"))
    var suite: String

    @OptionGroup var historyOptions: HistoryOptions

    @Flag(help: "Hold later runs of this suite to this one, whatever became worse.")
    var accept = false

    @Option(help: ArgumentHelp("Where Granary's own encoders run: local or slurm.", valueName: "engine"))
    var engine = EngineChoice.local

    @Option(
        help: ArgumentHelp("Ranges that Granary encodes at once. Default: by cores and memory.", valueName: "count")
    )
    var workers: Int?

    @Flag(help: "Say nothing of points as they are done.")
    var quiet = false

    @Flag(help: "Print the record of the run as one JSON document instead of text.")
    var json = false

    func validate() throws {
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("--workers takes a number from 1 to 1024, not \(workers).")
        }
    }

    func run() async throws {
        let suite = try BenchSuite(contentsOf: suite)
        let place = historyOptions.place
        if let obstacle = Folder.create(place.path) {
            throw BenchError(
                .cannotCreate,
                attempted: "run a benchmark",
                subject: place.path,
                cause: obstacle,
                remedy: "name another folder with --jobs"
            )
        }
        // Opened first: a night is not to be lost to a history that cannot be written.
        let history = try historyOptions.open(creates: true)
        var options = BenchOptions(place: place)
        options.granaryWords = engine == .local ? [] : ["--engine", engine.rawValue]
        if let workers { options.granaryWords += ["--workers", "\(workers)"] }
        if !quiet { options.onEvent = { BenchProgress.show($0) } }
        let stop = options.stop
        let listener = Task {
            for await _ in SignalSource.interruptions() {
                StandardError.write("granary: ending; what is measured is kept, and the run goes on from there\n")
                stop.ask()
            }
        }
        defer { listener.cancel() }
        let asked = options
        let run = try await Self.onThread { try Self.measure(suite, asked, history) }
        try tell(run, suite, history)
    }

    /// Measures, and keeps what was measured.
    private static func measure(
        _ suite: BenchSuite,
        _ options: BenchOptions,
        _ history: BenchHistory
    ) throws -> BenchRun {
        let session = try BenchSession(suite, options)
        for run in session.abandoned { try history.append(BenchSession.withoutEncodes(run)) }
        let run = try session.measure()
        let kept = BenchSession.withoutEncodes(run)
        try history.append(kept)
        try session.finish()
        return kept
    }

    /// Says what came of it, and leaves with 3 when the gate is closed.
    private func tell(_ run: BenchRun, _ suite: BenchSuite, _ history: BenchHistory) throws {
        if json {
            StandardOutput.write(String(decoding: try BenchCoding.bytes(of: run), as: UTF8.self) + "\n")
        } else {
            StandardOutput.write(RunText.text(of: run))
        }
        let accepted = try history.accepted(suite: run.suite.name)
        if accept {
            try history.accept(run.id)
            StandardError.write("granary: later runs of \(run.suite.name) are held to \(run.id)\n")
        }
        guard run.points.count > run.holes.count else {
            StandardError.write("granary: nothing could be measured\n")
            throw ExitCode(FailureKind.verification.rawValue)
        }
        guard let accepted else {
            if !accept {
                StandardError.write("granary: no run of \(run.suite.name) was accepted yet; --accept accepts one\n")
            }
            return
        }
        let comparison = BenchComparison(accepted, run)
        for caution in comparison.cautions { StandardError.write("granary: note: \(caution)\n") }
        let verdict = GateVerdict(comparison, bands: suite.bands)
        for finding in verdict.findings { StandardError.write("granary: worse than \(accepted.id): \(finding)\n") }
        if !verdict.findings.isEmpty, !accept { throw ExitCode(FailureKind.verification.rawValue) }
    }

    /// Runs something that waits for hours on a thread of its own: the cooperative pool has none to spare.
    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Result { try body() }) }
            thread.name = "bench"
            thread.stackSize = 8 << 20
            thread.start()
        }
    }
}
