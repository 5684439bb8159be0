import ArgumentParser

/// How a job is run, whatever it encodes.
struct RunOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Ranges that are encoded at once. Default: by cores and memory; on a cluster, what Slurm has room for.",
            valueName: "count"
        )
    )
    var workers: Int?

    @Option(
        help: ArgumentHelp(
            "Where the encoders run: local is this machine, slurm the nodes of a cluster.",
            discussion:
                "slurm asks for what the manifest's slurm section says, else ~/.config/granary/slurm.yaml, else "
                + "/etc/granary/slurm.yaml. Jobs and films must lie where the nodes see them under the same path.",
            valueName: "engine"
        )
    )
    var engine = EngineChoice.local

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sandbox: SandboxOptions

    @Option(
        help: ArgumentHelp(
            "How progress is shown; auto is a bar on a terminal, and plain lines elsewhere.",
            discussion: "json prints an event a line to standard output; the others use standard error.",
            valueName: "form"
        )
    )
    var progress = ProgressChoice.auto

    @Flag(help: "Do not decode and compare the finished film.")
    var noVerify = false

    @Flag(help: "Replace an output that another job or program made.")
    var overwrite = false

    @Flag(help: "Throw away what an earlier run of this job left, and start anew.")
    var restart = false

    @Flag(
        help: ArgumentHelp(
            "Print settings, ranges, and what disk and time it will take; make no film.",
            discussion:
                "The time comes from excerpts of the film that are encoded for it, or from what a job that was begun has taken so "
                + "far; the answer says which, and how uncertain it is."
        )
    )
    var dryRun = false

    @Flag(help: "With --dry-run: encode nothing at all; the time is then only reckoned from the pictures.")
    var noTrial = false

    @Flag(help: "With --dry-run: print one JSON document instead of text.")
    var json = false

    @OptionGroup(visibility: .hidden)
    var trial: TrialOptions

    func validate() throws {
        if let workers, !(1...1024).contains(workers) {
            throw ValidationError("--workers takes a number from 1 to 1024, not \(workers).")
        }
        if !dryRun, noTrial || json {
            throw ValidationError(
                "\(noTrial ? "--no-trial" : "--json") goes with --dry-run; a job's events are --progress json."
            )
        }
    }
}
