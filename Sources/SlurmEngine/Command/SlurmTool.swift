/// The commands of Slurm that Granary calls.
package enum SlurmTool: String, Hashable, Sendable, CaseIterable {
    /// Submits.
    case sbatch
    /// Says what is queued, what runs, and what ended a moment ago.
    case squeue
    /// Says how jobs ended, where the site keeps accounts.
    case sacct
    /// Shows jobs and configuration.
    case scontrol
    /// Ends jobs.
    case scancel

    /// How long it may take, in seconds.
    ///
    /// A controller that is away is given up by the commands after 4 to 10 seconds, a missing munge after 50, a wrong
    /// configuration after 60. `sbatch` is let finish what it has begun.
    package var timeLimitSeconds: Int {
        switch self {
        case .sbatch: 90
        case .squeue, .sacct: 40
        case .scontrol: 20
        case .scancel: 60
        }
    }

    /// True when it changes nothing.
    var onlyAsks: Bool {
        switch self {
        case .squeue, .sacct, .scontrol: true
        case .sbatch, .scancel: false
        }
    }

    /// What it is called for.
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
