/// The commands of Slurm that Granary calls.
package enum SlurmTool: String, Hashable, Sendable, CaseIterable {
    /// Submits.
    case sbatch
    /// Lists jobs that are queued, running, or ended recently.
    case squeue
    /// Shows how jobs ended, if the site keeps accounts.
    case sacct
    /// Shows jobs and configuration.
    case scontrol
    /// Ends jobs.
    case scancel

    /// How long it may take, in seconds.
    ///
    /// Without a controller the commands give up by themselves after 4 to 10 seconds, without munge after 50, with a
    /// wrong configuration after 60. `sbatch` gets the time to finish.
    package var timeLimitSeconds: Int {
        switch self {
        case .sbatch: 90
        case .squeue, .sacct: 40
        case .scontrol: 20
        case .scancel: 60
        }
    }

    /// True if it changes nothing.
    var onlyAsks: Bool {
        switch self {
        case .squeue, .sacct, .scontrol: true
        case .sbatch, .scancel: false
        }
    }

    /// What a call of it attempts.
    var attempted: String {
        switch self {
        case .sbatch: "submit work to Slurm"
        case .squeue: "ask Slurm what is queued"
        case .sacct: "ask Slurm how its jobs ended"
        case .scontrol: "ask Slurm about its jobs or its configuration"
        case .scancel: "end jobs of Slurm"
        }
    }
}
