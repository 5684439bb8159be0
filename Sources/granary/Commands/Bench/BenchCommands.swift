import ArgumentParser

/// `granary bench`: measures quality against bit rate, for Granary and for other encoders.
struct BenchCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure quality against bit rate for Granary and other encoders, and compare runs.",
        discussion: """
            A suite lists clips, rates, anchors (ways of encoding) and metrics. A run encodes every clip at every rate \
            with each anchor in turns on this machine, decodes and measures the results, and adds one record to a \
            history that is never changed. A point that cannot be measured is recorded as a hole with its reason.

            Examples:
              granary bench run Benchmarks/smoke.yaml
              granary bench run Benchmarks/nightly.yaml --history ~/granary.sqlite
              granary bench history --history ~/granary.sqlite
              granary bench compare accepted latest --history ~/granary.sqlite
              granary bench metrics film.mp4 source.mov
              granary bench export latest --format csv > points.csv
              granary bench report latest -o night.html
            """,
        subcommands: [
            BenchRunCommand.self, BenchCompare.self, BenchHistoryCommand.self, BenchExport.self, BenchReport.self,
            BenchMetrics.self, BenchCarryOut.self,
        ]
    )
}
