import Jobs

/// Limits of a wave on a cluster: sizes, times in seconds, and numbers of tries.
struct SlurmWaveLimits: Hashable, Sendable {
    /// Most tasks of an array.
    var maximumArraySize = SlurmConfiguration.standard.maximumArraySize
    /// Predicted work of a task on each of its processors.
    var bundleSeconds = SlurmOptions.standardBundleSeconds
    /// Units that a task does at the same time.
    var processors = 1
    /// Units that can run at the same time in total; nil if unknown.
    var slots: Int?
    /// Memory of a task.
    var memory = SlurmOptions.Memory.measured

    /// Shortest and longest time between two calls of `squeue`.
    var pollSeconds = 5.0...30.0
    /// Shortest and longest time between two checks for reports in the job directory.
    var lookSeconds = 0.25...2.0
    /// How long after a task failed its last reports may become visible.
    var reportSeconds = 6.0
    /// The same for a task that completed, and so has reported everything.
    var completeReportSeconds = 60.0
    /// How long Slurm may not know a task before it counts as lost.
    var lostSeconds = 60.0
    /// How long the controller lists ended jobs.
    var rememberedSeconds = Double(SlurmConfiguration.standard.rememberedSeconds)
    /// How long after an `sbatch` the job may first appear.
    var turnUpSeconds = 10.0
    /// How long the controller may not answer, while no unit reports either, before the job is stopped.
    var patienceSeconds = 1800.0

    /// How often the task of a unit may fail without a failure of the unit itself.
    var maximumFailures = 4
    /// How often the task may be preempted.
    var maximumPreemptions = 20
    /// How often the memory of the task is doubled.
    var maximumShortages = 3
    /// How often a unit that is alone in its task may reach the time limit.
    var maximumTimeouts = 2
    /// How often a command that ends jobs is tried.
    var maximumCancellations = 4

    /// How long a unit waits after a number of failures.
    static func delay(afterFailures count: Int) -> Double { [0, 0, 10, 30, 60][min(max(count, 0), 4)] }
}
