import ArgumentParser

/// `granary bench`: quality versus bit rate, measured night after night beside what a user would pick instead.
struct BenchCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measure quality against bit rate beside other encoders, and compare runs.",
        discussion: """
            A suite names clips, rates, ways of encoding and metrics. A run encodes every clip at every rate with each of \
            them in turns on this machine, decodes and measures what comes out, and adds one record to a history that is \
            never changed. What cannot be measured is a hole with its reason, in place of figures.

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
