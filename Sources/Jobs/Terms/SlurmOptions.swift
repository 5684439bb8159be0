/// Slurm options of a job: the `slurm` section of a manifest, or a site file. Nil means "not given".
///
/// They determine where and when the job runs, never its result. They are not part of the job's id.
package struct SlurmOptions: Hashable, Sendable, Codable {
    /// Memory that a task requests.
    package enum Memory: Hashable, Sendable, Codable {
        /// As much as results of the same stage needed, or an estimate before there are any.
        case measured
        /// No request: for sites that reject one.
        case unsaid
        /// This much, in MiB.
        case mebibytes(Int)
    }

    /// Seconds of predicted work in a task, by default.
    package static let standardBundleSeconds = 60.0

    /// Partition, or several separated by commas.
    package var partition: String?
    /// Account that is charged.
    package var account: String?
    /// Quality of service.
    package var qos: String?
    /// Time limit of a task in minutes.
    package var timeMinutes: Int?
    /// Memory of a task.
    package var memory: Memory?
    /// Number of processors of a task. A task encodes as many ranges at once.
    package var cpus: Int?
    /// Adjustment of the scheduling priority; higher is later.
    package var nice: Int?
    /// Seconds of predicted work for each processor of a task.
    package var bundleSeconds: Double?
    /// Number of ranges that the cluster can encode at once, if known. Tasks then become shorter towards the end of a
    /// wave.
    package var slots: Int?
    /// Further `sbatch` options by their long names; an empty value means an option without a value.
    package var options: [String: String] = [:]

    /// Creates options without values.
    package init() {}

    /// These options, with those of `base` for options that are not given.
    package func over(_ base: SlurmOptions) -> SlurmOptions {
        var merged = SlurmOptions()
        merged.partition = partition ?? base.partition
        merged.account = account ?? base.account
        merged.qos = qos ?? base.qos
        merged.timeMinutes = timeMinutes ?? base.timeMinutes
        merged.memory = memory ?? base.memory
        merged.cpus = cpus ?? base.cpus
        merged.nice = nice ?? base.nice
        merged.bundleSeconds = bundleSeconds ?? base.bundleSeconds
        merged.slots = slots ?? base.slots
        merged.options = options.merging(base.options) { own, _ in own }
        return merged
    }

    /// Number of slots if only `tasksAtOnce` tasks may run at once; nil if neither is known.
    package func slots(tasksAtOnce: Int?) -> Int? {
        [slots, tasksAtOnce.map { $0 * (cpus ?? 1) }].compactMap(\.self).min()
    }

    /// Arguments of `sbatch` for all options except the memory, because a task that ran out of memory gets more.
    package var arguments: [String] {
        var words: [String] = []
        if let partition { words.append("--partition=\(partition)") }
        if let account { words.append("--account=\(account)") }
        if let qos { words.append("--qos=\(qos)") }
        if let timeMinutes { words.append("--time=\(timeMinutes)") }
        if let nice { words.append("--nice=\(nice)") }
        words.append("--cpus-per-task=\(cpus ?? 1)")
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            words.append(value.isEmpty ? "--\(name)" : "--\(name)=\(value)")
        }
        return words
    }
}
