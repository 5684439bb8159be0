import ArgumentParser

/// How a job is run, whatever it encodes.
struct RunOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Work units that run at once. Default: by cores and memory.", valueName: "count")
    )
    var workers: Int?

    @Option(help: ArgumentHelp("Where work units run: local.", valueName: "engine"))
    var engine = EngineChoice.local

    @OptionGroup var jobsFolder: JobsFolderOptions

    @Option(help: ArgumentHelp("How progress is shown: auto, bar, plain, json or none.", valueName: "form"))
    var progress = ProgressChoice.auto

    @Flag(help: "Do not decode and compare the finished film.")
    var noVerify = false

    @Flag(help: "Replace an output that another job or program made.")
    var overwrite = false

    @Flag(help: "Throw away what an earlier run of this job left, and start anew.")
    var restart = false

    @Flag(help: "Print the plan, with sizes and times, and encode nothing.")
    var dryRun = false

    @Flag(help: "Identify sources by all of their bytes, not by 66 blocks of 64 KiB.")
    var hashSource = false

    func validate() throws {
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("--workers takes a number from 1 to 1024, not \(workers).")
        }
    }
}
