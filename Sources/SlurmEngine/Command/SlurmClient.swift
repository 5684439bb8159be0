package import JobDocuments

/// The calls of Slurm that the engine needs. Every call blocks at most for the time limit of its command.
package protocol SlurmClient: Sendable {
    /// Submits an array whose document was written; returns its id.
    func submit(_ submission: SlurmSubmission, of job: JobDirectory) throws(SlurmError) -> Int
    /// The tasks of jobs with these names that are queued, running, or ended recently.
    func queue(names: [String]) throws(SlurmError) -> [SlurmQueueEntry]
    /// What accounts or controller know about arrays; nothing for unknown ones.
    func records(of jobs: [Int]) throws(SlurmError) -> [SlurmRecord]
    /// Ends the tasks of a job of this name: all, those that wait, or one.
    func cancel(_ cancellation: SlurmCancellation) throws(SlurmError)
    /// The cluster's configuration.
    func configuration() throws(SlurmError) -> SlurmConfiguration
}

/// Which tasks of a job to end.
package struct SlurmCancellation: Hashable, Sendable {
    /// Name of the job: an id alone may belong to a different job by now.
    package var name: String
    /// One array of that name; nil for all of them.
    package var job: Int?
    /// One task of that array; nil for all of them.
    package var task: Int?
    /// True if running tasks may finish.
    package var sparesRunning: Bool

    /// Creates a cancellation.
    package init(name: String, job: Int? = nil, task: Int? = nil, sparesRunning: Bool = false) {
        self.name = name
        self.job = job
        self.task = task
        self.sparesRunning = sparesRunning
    }

    /// Arguments of `scancel`.
    package var arguments: [String] {
        var words = ["--name=\(name)"]
        if sparesRunning { words.append("--state=PENDING") }
        if let job { words.append(task.map { "\(job)_\($0)" } ?? "\(job)") }
        return words
    }
}
