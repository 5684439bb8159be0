import Jobs

/// How a wave behaves on a cluster: sizes, times in seconds, and how often something is tried.
struct SlurmWaveLimits: Hashable, Sendable {
    /// Most tasks of an array.
    var maximumArraySize = SlurmConfiguration.standard.maximumArraySize
    /// Predicted work of a task on each of its processors.
    var bundleSeconds = SlurmOptions.standardBundleSeconds
    /// Units that a task does at once.
    var processors = 1
    /// Units that can run at once in all; nil where nobody knows.
    var slots: Int?
    /// Memory of a task.
    var memory = SlurmOptions.Memory.measured

    /// Shortest and longest time between two `squeue`.
    var pollSeconds = 5.0...30.0
    /// Shortest and longest time between two looks at what was reported in the job directory.
    var lookSeconds = 0.25...2.0
    /// How long after a task that failed its last reports may become visible.
    var reportSeconds = 6.0
    /// The same of a task that ended well, and so has reported all.
    var completeReportSeconds = 60.0
    /// How long a task may be unknown to everybody before it counts as lost.
    var lostSeconds = 60.0
    /// How long the controller lists what has ended.
    var rememberedSeconds = Double(SlurmConfiguration.standard.rememberedSeconds)
    /// How long after an `sbatch` the job may turn up.
    var turnUpSeconds = 10.0
    /// How long the controller may be away, with nothing coming out meanwhile, before the job is stopped.
    var patienceSeconds = 1800.0

    /// How often a unit's task may fail by no fault of the unit.
    var maximumFailures = 4
    /// How often it may be preempted.
    var maximumPreemptions = 20
    /// How often its memory is doubled.
    var maximumShortages = 3
    /// How often a unit that fills a task by itself may reach the time limit.
    var maximumTimeouts = 2
    /// How often a command that ends jobs is tried.
    var maximumCancellations = 4

    /// How long a unit waits after so many failures.
    static func delay(afterFailures count: Int) -> Double { [0, 0, 10, 30, 60][min(max(count, 0), 4)] }
}
