/// The time that engine, Slurm and coordinator take in addition to the work of the units, in seconds.
///
/// `Benchmarks/cluster-simulate` measured the values on a loopback cluster with a release build. On a site, Slurm may
/// start tasks more slowly, and results may appear later in the shared folder.
package struct EngineDelays: Hashable, Sendable, Encodable {
    /// From the start of the coordinator to its first decision, while the source is probed.
    package var begin = 0.35
    /// From the decision for a wave to the first line of its first unit: one `sbatch`, Slurm's next check of its queue,
    /// and the start of a task.
    package var start = 0.65
    /// From the start of a task to the start of the next one where there is room for both.
    package var dispatch = 0.03
    /// From the end of the last unit of a task to the first line of the first unit of the next task in the same place.
    package var task = 0.65
    /// From the end of a unit to the first line of the next unit of its task.
    package var unit = 0.03
    /// From the end of the last unit of a wave until the coordinator notices it.
    package var notice = 0.65
    /// From there to the next decision.
    package var decision = 0.04
    /// The same, in addition for each range of the film.
    package var decisionOfRange = 0.0
    /// For each published byte, from `Benchmarks/cluster-film`. Files are hashed while other units run. Files that are
    /// not hashed when the last unit ends delay the next decision.
    package var decisionOfByte = 1.1e-9
    /// From the last decision to the end of the coordinator, while the film gets its name and the report is written.
    package var end = 0.35

    /// The measured delays.
    package init() {}

    /// No delays at all.
    package static let none: EngineDelays = {
        var none = EngineDelays()
        (none.begin, none.start, none.dispatch, none.task, none.unit) = (0, 0, 0, 0, 0)
        (none.notice, none.decision, none.decisionOfRange, none.decisionOfByte, none.end) = (0, 0, 0, 0, 0)
        return none
    }()
}
