import ArgumentParser
import Bench
import Foundation
import Media

/// `granary bench history`: lists the runs, and accepts one.
struct BenchHistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the runs, or accept one of them.",
        discussion: """
            Examples:
              granary bench history
              granary bench history --history ~/granary.sqlite --json | jq '.[-1].id'
              granary bench history --accept 20260304T020000Z-k3f9
            """
    )

    @OptionGroup var historyOptions: HistoryOptions

    @Option(help: ArgumentHelp("Only the runs of this suite.", valueName: "name"))
    var suite: String?

    @Option(help: ArgumentHelp("Accept this run: later runs of its suite are compared with it.", valueName: "run"))
    var accept: String?

    @Flag(help: "Print one JSON document instead of text.")
    var json = false

    @Flag(help: "With --json: each of the last 60 runs with its BD-rate against the reference.")
    var trend = false

    func validate() throws {
        if trend && !json { throw ValidationError("--trend needs --json.") }
    }

    func run() throws {
        if let accept {
            // Opened for writing only if it exists.
            _ = try historyOptions.open()
            let history = try historyOptions.open(creates: true)
            let run = try history.run(named: accept, suite: suite)
            try history.accept(run.id)
            StandardError.write("granary: later runs of \(run.suite.name) are compared with \(run.id)\n")
            return
        }
        let history = try historyOptions.open()
        let entries = try history.entries(suite: suite)
        if trend {
            let runs = try entries.suffix(60).map { TrendPoint(of: try history.record(of: $0.id), $0) }
            return StandardOutput.write(
                document: String(decoding: try BenchCoding.bytes(of: runs), as: UTF8.self) + "\n"
            )
        }
        if json {
            return StandardOutput.write(
                document: String(decoding: try BenchCoding.bytes(of: entries), as: UTF8.self) + "\n"
            )
        }
        for entry in entries {
            let holes = entry.holes > 0 ? ", \(counted(entry.holes, "hole"))" : ""
            let accepted = entry.accepted.map { ", accepted \($0.formatted(.iso8601))" } ?? ""
            StandardOutput.write(
                "\(entry.id)  \(entry.suite)  \(entry.commit ?? "commit not known")  "
                    + "\(counted(entry.measured, "point"))\(holes)\(accepted)\n"
            )
        }
        if entries.isEmpty { StandardError.write("granary: the history has no runs\n") }
    }
}
