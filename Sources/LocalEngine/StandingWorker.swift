import Jobs
import Platform

/// A child that has done its unit and waits for another one of the same stage.
///
/// A process that goes on has its program loaded and its memory from the system already: the pages of an encoder are
/// some hundred megabytes that the kernel clears for every process anew. What it computes is the same.
struct StandingWorker: Sendable {
    /// The child.
    let child: ChildProcess
    /// The job that it works on.
    let jobPath: String
    /// What it does. libx265 settles once a process which vectors it uses, and the analysis uses others than an encode.
    let stage: Stage
    /// Processor seconds of the units that it has done, user and system.
    var spentSeconds = 0.0
    /// The user part of them.
    var spentUserSeconds = 0.0

    /// Counts a unit that is done.
    mutating func add(_ cost: WorkCost) {
        spentSeconds += cost.cpuSeconds
        spentUserSeconds += cost.userSeconds ?? 0
    }

    /// What the last unit of a child took that has ended, of all that the child took.
    func last(of cost: WorkCost, wallSeconds: Double) -> WorkCost {
        WorkCost(
            cpuSeconds: max(cost.cpuSeconds - spentSeconds, 0),
            userSeconds: cost.userSeconds.map { max($0 - spentUserSeconds, 0) },
            wallSeconds: wallSeconds,
            maximumResidentBytes: cost.maximumResidentBytes
        )
    }
}
