import ArgumentParser
import Bench
import Foundation
import Media
import Platform
import SlurmEngine
import Storage

/// `granary bench run`: runs a suite, and checks the result with the gate.
struct BenchRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run a suite, add it to the history, and compare it with the accepted run.",
        discussion: """
            Run the same command again to continue an interrupted run; suite, clips, programs and machine must be the \
            same. Only one run at a time can use a folder.

            Examples:
              granary bench run Benchmarks/smoke.yaml
              granary bench run Benchmarks/nightly.yaml --history ~/granary.sqlite --accept
              granary bench run Benchmarks/smoke.yaml --report smoke.html
              granary bench run my.yaml --jobs /scratch/granary --engine slurm

            Exit codes: 0 nothing is worse, 3 something is worse by more than its noise band, or an encode could not \
            be measured, 65 bad suite or damaged history, 75 another benchmark runs, 130 interrupted.
            """
    )

    @Argument(
        help: ArgumentHelp("The suite, YAML or JSON.", valueName: "suite"),
        completion: .file(extensions: ["yaml", "yml", "json"])
    )
    var suite: String

    @OptionGroup var historyOptions: HistoryOptions

    @Option(
        help: ArgumentHelp(
            "Write a report: one HTML file that needs no network.",
            discussion: "It has this run, and the trend of BD-rates over earlier runs.",
            valueName: "file.html"
        ),
        completion: .file(extensions: ["html"])
    )
    var report: String?

    @Flag(help: "Accept this run: later runs of the suite are compared with it.")
    var accept = false

    @Option(help: ArgumentHelp("Where encoders run: local or slurm.", valueName: "engine"))
    var engine = EngineChoice.local

    @Option(
        help: ArgumentHelp("Ranges that Granary encodes at once. Default: by cores and memory.", valueName: "count")
    )
    var workers: Int?

    @Flag(help: "Do not print points as they finish.")
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
        // Opened first, so that no night is lost because the history cannot be written.
        let history = try historyOptions.open(creates: true)
        var options = BenchOptions(place: place)
        options.granaryArguments = engine == .local ? [] : ["--engine", engine.rawValue]
        if engine == .slurm { options.cluster = SlurmAccess(try SlurmSite.options()) }
        if let workers { options.granaryArguments += ["--workers", "\(workers)"] }
        if !quiet { options.onEvent = { BenchProgress.show($0) } }
        let stop = options.stop
        let listener = Task {
            for await _ in SignalSource.interruptions() {
                StandardError.write("granary: stopping; finished points are kept; the same command continues the run\n")
                stop.request()
            }
        }
        defer { listener.cancel() }
        let finalOptions = options
        let outcome = try await Self.onThread { [report] in
            try Self.measure(suite, finalOptions, history, report: report)
        }
        try show(outcome)
    }

    /// A run in the history, and the findings of the gate.
    private struct Outcome: Sendable {
        let run: BenchRun
        /// The run that it is compared with; nil if none was accepted yet.
        let accepted: BenchRun?
        let cautions: [String]
        let findings: [String]
    }

    /// Measures, adds the run to the history, and writes the report.
    private static func measure(
        _ suite: BenchSuite,
        _ options: BenchOptions,
        _ history: BenchHistory,
        report: String?
    ) throws -> Outcome {
        let session = try BenchSession(suite, options)
        for run in session.abandoned { _ = try history.keep(BenchSession.withoutEncodes(run)) }
        let run = try session.measure()
        let kept = try history.keep(BenchSession.withoutEncodes(run))
        let accepted = try history.accepted(suite: run.suite.name)
        let comparison = accepted.map { BenchComparison($0, kept) }
        let findings = comparison.map { GateVerdict($0, bands: suite.bands).findings } ?? []
        let outcome = Outcome(
            run: kept,
            accepted: accepted,
            cautions: comparison?.cautions ?? [],
            findings: findings
        )
        if let report {
            let nights = try history.entries(suite: kept.suite.name).suffix(60).map { try history.record(of: $0.id) }
            // Before the encodes are removed: the page has pictures of the worst clip.
            try write(session.page(of: run, history: nights, remarks: findings), to: report)
        }
        try session.finish()
        return outcome
    }

    /// Writes the report.
    private static func write(_ page: BenchPage, to report: String) throws {
        let file = URL(filePath: report).standardizedFileURL
        let folder = file.deletingLastPathComponent().path
        if let obstacle = Folder.create(folder) {
            throw BenchError(
                .cannotCreate,
                attempted: "write the report of the benchmark",
                subject: report,
                cause: obstacle,
                remedy: "name another file; the run is in the history"
            )
        }
        try Publication.replaceDocument(page.document, as: file.lastPathComponent, in: folder)
    }

    /// Prints the result, and exits with 3 if the gate has findings or an encode was not measured.
    private func show(_ outcome: Outcome) throws {
        let run = outcome.run
        if json {
            StandardOutput.write(document: String(decoding: try BenchCoding.bytes(of: run), as: UTF8.self) + "\n")
        } else {
            StandardOutput.write(RunText.text(of: run))
        }
        guard run.points.count > run.holes.count else {
            StandardError.write("granary: nothing could be measured\n")
            throw ExitCode(FailureKind.verification.rawValue)
        }
        if accept {
            try historyOptions.open(creates: true).accept(run.id)
            StandardError.write("granary: later runs of \(run.suite.name) are compared with \(run.id)\n")
        }
        if outcome.accepted == nil, !accept {
            StandardError.write("granary: no run of \(run.suite.name) was accepted yet; --accept accepts one\n")
        }
        for caution in outcome.cautions { StandardError.write("granary: note: \(caution)\n") }
        for finding in outcome.findings {
            StandardError.write("granary: worse than \(outcome.accepted?.id ?? ""): \(finding)\n")
        }
        if !run.holes.isEmpty {
            let words = "\(run.holes.count) of \(counted(run.points.count, "encode"))"
            StandardError.write("granary: not measured: \(words); the list above has the reasons\n")
        }
        if !run.holes.isEmpty || !outcome.findings.isEmpty && !accept {
            throw ExitCode(FailureKind.verification.rawValue)
        }
    }

    /// Runs work that blocks for hours on a separate thread, because the cooperative pool has none to spare.
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
