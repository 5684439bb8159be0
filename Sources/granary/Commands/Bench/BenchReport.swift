import ArgumentParser
import Bench
import Foundation
import Storage

/// `granary bench report`: writes a run as one HTML page.
struct BenchReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a run of the history as one HTML page.",
        discussion: """
            One file that needs no network, with BD-rates and their intervals, a map of clips, curves, the trend over \
            nights, speed, settings, and every hole with its reason. Encodes are removed when their run enters the \
            history, so only the page of `granary bench run --report` has the pictures of the worst frames.

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
