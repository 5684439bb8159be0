import Jobs
import Platform

/// A child that has done its unit and waits for another one of the same stage.
///
/// Such a process has already loaded its program and got its memory from the system. The pages of an encoder are some
/// hundred megabytes, which the kernel clears for every new process. Results are the same as those of a new process.
struct IdleWorker: Sendable {
    /// The child.
    let child: ChildProcess
    /// The job that it works on.
    let jobPath: String
    /// The stage of its units. libx265 chooses its vector instructions once per process, and the analysis uses others
    /// than an encode.
    let stage: Stage
    /// Processor seconds of the units that it has done, user and system.
    var spentSeconds = 0.0
    /// The user part of them.
    var spentUserSeconds = 0.0

    /// Adds the cost of a unit that is done.
    mutating func add(_ cost: WorkCost) {
        spentSeconds += cost.cpuSeconds
        spentUserSeconds += cost.userSeconds ?? 0
    }

    /// The cost of the last unit of a child that has ended.
    ///
    /// - Parameter cost: the cost of the child over all of its units.
    func last(of cost: WorkCost, wallSeconds: Double) -> WorkCost {
        WorkCost(
            cpuSeconds: max(cost.cpuSeconds - spentSeconds, 0),
            userSeconds: cost.userSeconds.map { max($0 - spentUserSeconds, 0) },
            wallSeconds: wallSeconds,
            maximumResidentBytes: cost.maximumResidentBytes
        )
    }
}
