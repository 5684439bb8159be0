import ArgumentParser
import Bench

/// `granary bench compare`: shows how every anchor changed between two runs.
struct BenchCompare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compare two runs: BD-rate, time, accuracy and percentiles, anchor by anchor.",
        discussion: """
            A run is given by the beginning of its id or of its commit, or as latest, latest~N (the Nth run before it) \
            or accepted. Only points that both runs measured on the same files are compared. Times are compared only \
            as ratios to the reference of the same run.

            Examples:
              granary bench compare accepted latest
              granary bench compare 20260304 latest --history ~/granary.sqlite
              granary bench compare latest~1 latest --json | jq '.anchors[0].cpu'
            """
    )

    @Argument(help: ArgumentHelp("The earlier run.", valueName: "run"))
    var before: String

    @Argument(help: ArgumentHelp("The later run.", valueName: "run"))
    var after: String

    @OptionGroup var historyOptions: HistoryOptions

    @Option(help: ArgumentHelp("Look at runs of this suite only.", valueName: "name"))
    var suite: String?

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    func run() throws {
        let history = try historyOptions.open()
        let comparison = BenchComparison(
            try history.run(named: before, suite: suite),
            try history.run(named: after, suite: suite)
        )
        if json { return try StandardOutput.write(json: comparison) }
        StandardOutput.write(ComparisonText.text(of: comparison))
    }
}
