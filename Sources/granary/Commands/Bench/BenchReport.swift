import ArgumentParser
import Bench
import Foundation
import Storage

/// `granary bench report`: a run as a page.
struct BenchReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a run of the history as one HTML page.",
        discussion: """
            BD-rates with their intervals, a map of clips, curves, what became of them night after night, speed, settings, and every \
            hole with its reason; in one file that needs no network. Encodes are gone once their run is in the history: the pictures of \
            the worst frames are in the page of `granary bench run --report` alone.

            Examples:
              granary bench report latest -o night.html
              granary bench report 20260304 --history ~/granary.sqlite -o night.html
            """
    )

    @Argument(help: ArgumentHelp("The run, named as for granary bench compare.", valueName: "run"))
    var name = "latest"

    @OptionGroup var historyOptions: HistoryOptions

    @Option(help: ArgumentHelp("Only runs of this suite.", valueName: "name"))
    var suite: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("The page to write.", valueName: "file"))
    var output: String

    func run() throws {
        let history = try historyOptions.open()
        let run = try history.run(named: name, suite: suite)
        let nights = try history.entries(suite: run.suite.name).filter { $0.started <= run.started }.suffix(60)
        let page = BenchPage(run, history: try nights.map { try history.record(of: $0.id) })
        let file = URL(filePath: output).standardizedFileURL
        try Publication.replaceDocument(
            page.document,
            as: file.lastPathComponent,
            in: file.deletingLastPathComponent().path
        )
    }
}
