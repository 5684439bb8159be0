/// What a job asks of Slurm: the `slurm` section of a manifest, or a site file. Nil means that it was not given.
///
/// It decides where and when the job is done, never what comes out: it is no part of the job's id.
package struct SlurmOptions: Hashable, Sendable, Codable {
    /// How much memory a task asks for.
    package enum Memory: Hashable, Sendable, Codable {
        /// As much as was measured on results of the same stage, or as is estimated before there are any.
        case measured
        /// Nothing is said: for sites that refuse the question.
        case unsaid
        /// This much, in MiB.
        case mebibytes(Int)
    }

    /// Seconds of predicted work that a task is given when nothing else is asked for.
    package static let standardBundleSeconds = 60.0

    /// Partition, or several of them with commas.
    package var partition: String?
    /// Account that is charged.
    package var account: String?
    /// Quality of service.
    package var qos: String?
    /// Time limit of a task in minutes.
    package var timeMinutes: Int?
    /// Memory of a task.
    package var memory: Memory?
    /// Processors of a task, which encodes so many ranges at once.
    package var cpus: Int?
    /// Adjustment of the scheduling priority; higher is later.
    package var nice: Int?
    /// Seconds of predicted work, on each processor, that make a task.
    package var bundleSeconds: Double?
    /// Ranges that can be encoded at once in all, as far as it is known: tasks then become shorter towards the end of a
    /// wave.
    package var slots: Int?
    /// Further options of `sbatch` by their long names; an empty value is an option without one.
    package var options: [String: String] = [:]

    /// Asks for nothing.
    package init() {}

    /// These options, and those of `base` where these say nothing.
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

    /// Slots that there are when no more tasks than some are to run at once; nil where nothing is known of either.
    package func slots(tasksAtOnce: Int?) -> Int? {
        [slots, tasksAtOnce.map { $0 * (cpus ?? 1) }].compactMap(\.self).min()
    }

    /// Arguments of `sbatch` that say all of it but the memory, which a task that ran out of it is given more of.
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
