import ArgumentParser

/// How a job is run, whatever it encodes.
struct RunOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Ranges encoded at the same time. Default: by cores and memory; on a cluster, as many as Slurm runs.",
            valueName: "count"
        )
    )
    var workers: Int?

    @Option(
        help: ArgumentHelp(
            "Where encoders run: local for this machine, slurm for the nodes of a cluster.",
            discussion:
                "Options of slurm come from the manifest's slurm section, else ~/.config/granary/slurm.yaml, else "
                + "/etc/granary/slurm.yaml. All nodes must see jobs and films under the same path.",
            valueName: "engine"
        )
    )
    var engine = EngineChoice.local

    @OptionGroup var jobsFolder: JobsFolderOptions

    @OptionGroup var sandbox: SandboxOptions

    @OptionGroup var hooks: HooksOptions

    @Option(
        help: ArgumentHelp(
            "How progress is shown; auto is a bar on a terminal, and plain lines elsewhere.",
            discussion: "json prints one event per line to standard output; the others use standard error.",
            valueName: "form"
        )
    )
    var progress = ProgressChoice.auto

    @Flag(help: "Do not decode and compare the finished film.")
    var noVerify = false

    @Flag(help: "Replace an output that another job or program wrote.")
    var overwrite = false

    @Flag(help: "Delete the results of earlier runs of this job, and start again.")
    var restart = false

    @Flag(
        help: ArgumentHelp(
            "Print settings, ranges, and estimates of disk and time; make no film.",
            discussion:
                "The time comes from a trial encode of excerpts, or from the results of a job that was started. The "
                + "output says which, and how uncertain it is."
        )
    )
    var dryRun = false

    @Flag(help: "With --dry-run: encode nothing; the time is then only estimated from the pictures.")
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
                "\(noTrial ? "--no-trial" : "--json") requires --dry-run; --progress json prints the events of a job."
            )
        }
    }
}
