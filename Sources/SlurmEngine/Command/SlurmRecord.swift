/// The state of a task of an array, or how it ended: from the accounts of the site (`sacct`), or from the memory of the
/// controller (`scontrol`).
package struct SlurmRecord: Hashable, Sendable {
    /// The arguments with which `sacct` prints the fields that this type reads.
    static func accountArguments(jobs: [Int]) -> [String] {
        [
            "--allocations", "--noheader", "--parsable2", "--format=JobID,State,ExitCode,NodeList,JobName",
            "--jobs=\(jobs.map(String.init).joined(separator: ","))",
        ]
    }

    /// Name of the job: ids are used again after a controller lost its memory.
    package var name: String
    /// Id of the array.
    package var job: Int
    /// Number of the task in it.
    package var task: Int
    /// Its state.
    package var state: SlurmState
    /// Exit code of the task.
    package var exitCode: Int32
    /// Signal that ended it; 0 for none.
    package var signal: Int32
    /// The node that it ran on; empty if it did not run.
    package var node: String

    /// Creates a record.
    package init(
        name: String,
        job: Int,
        task: Int,
        state: SlurmState,
        exitCode: Int32 = 0,
        signal: Int32 = 0,
        node: String = ""
    ) {
        self.name = name
        self.job = job
        self.task = task
        self.state = state
        self.exitCode = exitCode
        self.signal = signal
        self.node = node
    }

    /// Reads a line of `sacct`, as in `1_3|FAILED|3:0|n2|name`; nil if it is not about a single task.
    package init?(account line: some StringProtocol) {
        let fields = Substring(line).split(separator: "|", maxSplits: 4, omittingEmptySubsequences: false)
        guard fields.count == 5, let (exitCode, signal) = Self.end(fields[2]) else { return nil }
        let place = fields[0].split(separator: "_")
        guard place.count == 2, let job = Int(place[0]), let task = Int(place[1]) else { return nil }
        let node = fields[3] == "None assigned" ? "" : String(fields[3])
        self.init(
            name: String(fields[4]),
            job: job,
            task: task,
            state: SlurmState(fields[1]),
            exitCode: exitCode,
            signal: signal,
            node: node
        )
    }

    /// Reads a line of `scontrol --oneliner show job`; nil if it is not about a single task.
    package init?(description line: some StringProtocol) {
        var values: [Substring: Substring] = [:]
        // Values that a user chose, such as paths, come after the fields that are read here. So the first value of each
        // key comes from Slurm.
        for word in Substring(line).split(separator: " ") {
            guard let sign = word.firstIndex(of: "=") else { continue }
            let key = word[..<sign]
            if values[key] == nil { values[key] = word[word.index(after: sign)...] }
        }
        guard let job = values["ArrayJobId"].flatMap({ Int($0) }), let name = values["JobName"],
            let task = values["ArrayTaskId"].flatMap({ Int($0) }), let state = values["JobState"],
            let (exitCode, signal) = Self.end(values["ExitCode"] ?? "0:0")
        else { return nil }
        let node = values["NodeList"].flatMap { $0 == "(null)" ? nil : String($0) } ?? ""
        self.init(
            name: String(name),
            job: job,
            task: task,
            state: SlurmState(state),
            exitCode: exitCode,
            signal: signal,
            node: node
        )
    }

    /// Code and signal of `3:0`.
    private static func end(_ text: Substring) -> (Int32, Int32)? {
        let numbers = text.split(separator: ":").compactMap { Int32($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}
