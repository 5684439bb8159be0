import ArgumentParser
import Bench

/// `granary bench export`: prints records for other programs.
struct BenchExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print runs as JSON or Markdown, or their points as CSV.",
        discussion: """
            Runs are named as for `granary bench compare`; without any, all of them are printed.

            Examples:
              granary bench export latest > run.json
              granary bench export --format csv --history ~/granary.sqlite > all.csv
              granary bench export latest --format markdown > night.md
            """
    )

    /// The form of the output.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        /// A list of records.
        case json
        /// One line for each point.
        case csv
        /// A page of tables for each run.
        case markdown
    }

    @Argument(help: ArgumentHelp("The runs.", valueName: "run"))
    var runs: [String] = []

    @OptionGroup var historyOptions: HistoryOptions

    @Option(help: ArgumentHelp("Only runs of this suite.", valueName: "name"))
    var suite: String?

    @Option(help: ArgumentHelp("json, csv or markdown.", valueName: "format"))
    var format = Format.json

    func run() throws {
        let history = try historyOptions.open()
        let records =
            runs.isEmpty
            ? try history.entries(suite: suite).map { try history.record(of: $0.id) }
            : try runs.map { try history.run(named: $0, suite: suite) }
        switch format {
        case .json:
            StandardOutput.write(document: String(decoding: try BenchCoding.bytes(of: records), as: UTF8.self) + "\n")
        case .csv: StandardOutput.write(BenchTable.text(of: records))
        case .markdown: StandardOutput.write(records.map { BenchMarkdown($0).text }.joined(separator: "\n"))
        }
    }
}
