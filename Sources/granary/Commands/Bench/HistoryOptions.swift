import ArgumentParser
import Bench

/// Where benchmarks and their history lie.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The history, an SQLite database.",
            discussion: "Without it, bench/history.sqlite in the folder that --jobs names.",
            valueName: "file"
        )
    )
    var history: String?

    @OptionGroup var jobsFolder: JobsFolderOptions

    /// The folder of clips, encodes and unfinished runs.
    var place: BenchPlace { BenchPlace(path: jobsFolder.folder(beside: nil) + "/bench") }

    /// Opens the history.
    ///
    /// - Parameter creates: true makes one where there is none.
    func open(creates: Bool = false) throws -> BenchHistory {
        try BenchHistory(path: history ?? place.path + "/history.sqlite", creates: creates)
    }
}
