/// One line of `squeue`: a task of an array.
package struct SlurmQueueEntry: Hashable, Sendable {
    /// The arguments with which `squeue` prints one line for each task, including tasks that ended recently.
    ///
    /// It does not use `--json`, which ignores the filters in Slurm 22.05 and changes with releases.
    static func arguments(names: [String]) -> [String] {
        [
            "--noheader", "--array", "--states=all", "--format=%F|%K|%T|%N|%r|%j",
            "--name=\(names.joined(separator: ","))",
        ]
    }

    /// Name of the job, which is that of the submission.
    package var name: String
    /// Id of the array.
    package var job: Int
    /// Number of the task in it, from 0.
    package var task: Int
    /// Its state.
    package var state: SlurmState
    /// The node that it runs or ran on; empty before.
    package var node: String
    /// Slurm's reason for this state.
    package var reason: String

    /// Creates an entry.
    package init(name: String, job: Int, task: Int, state: SlurmState, node: String = "", reason: String = "None") {
        self.name = name
        self.job = job
        self.task = task
        self.state = state
        self.node = node
        self.reason = reason
    }

    /// Reads a line; nil if it is not about a task of an array.
    package init?(line: some StringProtocol) {
        let fields = line.split(separator: "|", maxSplits: 5, omittingEmptySubsequences: false)
        guard fields.count == 6, let job = Int(fields[0]), let task = Int(fields[1]), job > 0, task >= 0 else {
            return nil
        }
        self.init(
            name: String(fields[5]),
            job: job,
            task: task,
            state: SlurmState(fields[2]),
            node: String(fields[3]),
            reason: String(fields[4])
        )
    }
}
