/// What the engine, Slurm and the coordinator take beside the work of the units, in seconds.
///
/// As `Benchmarks/cluster-simulate` measured them on a loopback cluster with a release build; a site's Slurm may be
/// slower to start tasks, and its shared folder slower to show them.
package struct EngineDelays: Hashable, Sendable, Encodable {
    /// From the start of the coordinator to its first decision: the source is probed.
    package var begin = 0.35
    /// From the decision for a wave to the first line of its first unit: one `sbatch`, Slurm's next look at its queue,
    /// and the start of a task.
    package var start = 0.65
    /// From the start of a task to that of the next one where there is room for both.
    package var dispatch = 0.03
    /// From the end of the last unit of a task to the first line of the next task's first one in the same place.
    package var task = 0.65
    /// From the end of a unit to the first line of the next one of its task.
    package var unit = 0.03
    /// From the end of the last unit of a wave until the coordinator knows of it.
    package var notice = 0.65
    /// From there to the next decision.
    package var decision = 0.04
    /// The same for each range of the film.
    package var decisionOfRange = 0.0
    /// For each byte that a unit published, which is hashed while others work: from `Benchmarks/cluster-film`. What is
    /// not done when the last unit ends comes before the next decision.
    package var decisionOfByte = 1.1e-9
    /// From the last decision to the end of the coordinator: the film gets its name, the report is written.
    package var end = 0.35

    /// Those that were measured.
    package init() {}

    /// No delays at all.
    package static let none: EngineDelays = {
        var none = EngineDelays()
        (none.begin, none.start, none.dispatch, none.task, none.unit) = (0, 0, 0, 0, 0)
        (none.notice, none.decision, none.decisionOfRange, none.decisionOfByte, none.end) = (0, 0, 0, 0, 0)
        return none
    }()
}
