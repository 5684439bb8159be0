import ArgumentParser
import Confinement
import Foundation
import JobDocuments
import Jobs
import LocalEngine
import Media
import Platform
import Worker

/// `granary work`: does one work unit. The engines start it.
struct Work: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Do one work unit of a job; the engines start this.",
        discussion: """
            Reads the job directory, does one unit, and publishes its result there. Progress goes to standard output \
            as one JSON object per line, the messages of the encoder to standard error. A unit can run twice without \
            harm.

            Examples:
              granary work .granary/3f2a9c0d1b7e4a55 --stage encode --pass 2 --ranges 4
              granary work .granary/3f2a9c0d1b7e4a55 --stage mux
            """
    )

    @Argument(help: ArgumentHelp("The job directory.", valueName: "job"))
    var job: String

    @Option(
        help: ArgumentHelp(
            "One of \(Stage.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "stage"
        )
    )
    var stage: Stage

    @Option(help: ArgumentHelp("Number of the pass; 0 for stages without passes.", valueName: "number"))
    var pass = 0

    @Option(
        help: ArgumentHelp(
            "Ranges as in 0,3,7; none for the mux and for the scout's conclusion.",
            valueName: "list"
        )
    )
    var ranges = RangeList(numbers: [])

    @Option(help: ArgumentHelp("Which attempt this is, from 1.", valueName: "number"))
    var attempt = 1

    @Flag(
        help:
            "End when standard input ends, and do the further units that it names, one per line."
    )
    var lifeLine = false

    @OptionGroup var sandbox: SandboxOptions

    func run() throws {
        let directory = JobDirectory(path: URL(filePath: job).standardizedFileURL.path)
        var unit = WorkUnit(stage: stage, pass: pass, ranges: ranges.numbers, attempt: attempt)
        // This must happen before there is a second thread; the life line starts one.
        if lifeLine { Confinement.closeInherited() }
        let confinement = try reportingFailure { try UnitConfinement(of: unit, in: directory, mode: sandbox.mode) }
        defer { withExtendedLifetime(confinement) {} }
        let engine = lifeLine ? LifeLine.watch(leave: { confinement.leave() }) : nil
        var meter = CostMeter(countsStart: true)
        var isFirst = true
        while true {
            try reportingFailure(confinement) {
                try UnitRunner(directory, confinement: confinement, countsStart: isFirst, say: say).run(unit)
            }
            isFirst = false
            guard let engine else { return }
            say(.done(meter.cost))
            unit = try JSONDecoder().decode(WorkUnit.self, from: Data(engine.next().utf8))
            // The time spent waiting does not count as work.
            meter = CostMeter()
            try StandardError.redirect(to: directory.paths.log(of: unit))
        }
    }

    /// Calls `body`. If it fails, logs the error, sends it to the engine, and throws its exit code.
    private func reportingFailure<Result>(
        _ confinement: UnitConfinement? = nil,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as any ExplainedError {
            // The log is in the job directory. If it cannot be written, the engine gets the text as a note.
            let hint = confinement?.hint(on: error)
            let text = "granary: \(error.explanation)\(hint.map { "\n  \($0)" } ?? "")"
            if !StandardError.write(text + "\n") { say(.note(text)) }
            say(.failed(UnitFailure(error, hint: hint)))
            throw ExitCode(error.kind.rawValue)
        }
    }

    private func say(_ message: WorkerMessage) {
        // A message that cannot be written has no reader: the engine is gone, and the life line ends this process.
        try? StandardOutput.writeLine(json: message)
    }
}

/// Numbers of ranges on the command line.
struct RangeList: ExpressibleByArgument {
    let numbers: [Int]

    init(numbers: [Int]) { self.numbers = numbers }

    /// Reads `0,3,7`; nil if any part is not a number of at least 0.
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }.filter { $0 >= 0 }
        guard numbers.count == parts.count else { return nil }
        self.numbers = numbers
    }

    var defaultValueDescription: String { numbers.map(String.init).joined(separator: ",") }
}

extension Stage: ExpressibleByArgument {}
