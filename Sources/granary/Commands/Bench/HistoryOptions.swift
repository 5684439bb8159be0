import ArgumentParser
import Bench

/// The folder of benchmarks and their history.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The history, an SQLite database.",
            discussion: "Default: bench/history.sqlite in the folder of --jobs.",
            valueName: "file"
        )
    )
    var history: String?

    @OptionGroup var jobsFolder: JobsFolderOptions

    /// The folder of clips, encodes and unfinished runs.
    var place: BenchPlace { BenchPlace(path: jobsFolder.folder(beside: nil) + "/bench") }

    /// Opens the history.
    ///
    /// - Parameter creates: true creates a missing history.
    func open(creates: Bool = false) throws -> BenchHistory {
        try BenchHistory(path: history ?? place.path + "/history.sqlite", creates: creates)
    }
}
