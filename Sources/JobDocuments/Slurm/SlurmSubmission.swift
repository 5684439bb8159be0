package import Jobs

/// One job array: which work units each of its tasks does. `JOB/slurm/NAME/submission.json`, written before it is
/// submitted, and read by its tasks; a coordinator that was killed leaves it to the next one.
package struct SlurmSubmission: Hashable, Sendable, Codable {
    /// Version of this layout that this build writes and reads.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Name of the Slurm job, which no other one has.
    package var name: String
    /// Id of the job.
    package var job: String
    /// The units of each task, by its number.
    package var tasks: [[WorkUnit]]
    /// Units that a task does at once.
    package var processors: Int
    /// Memory that a task asks for, in MiB; nil when nothing is said.
    package var mebibytes: Int?

    /// Creates a submission.
    package init(name: String, job: String, tasks: [[WorkUnit]], processors: Int = 1, mebibytes: Int? = nil) {
        version = Self.currentVersion
        self.name = name
        self.job = job
        self.tasks = tasks
        self.processors = processors
        self.mebibytes = mebibytes
    }

    /// What the names of all Slurm jobs of a job begin with.
    package static func prefix(job: String) -> String { "granary-\(job)-" }

    /// The number of a unit among all of its tasks: what the report of its end is named after.
    package func number(of unit: WorkUnit) -> Int? {
        var number = 0
        for units in tasks {
            if let place = units.firstIndex(of: unit) { return number + place }
            number += units.count
        }
        return nil
    }
}

extension SlurmSubmission: CheckedDocument {
    package var flaw: String? {
        let isNamed = name.hasPrefix(Self.prefix(job: job)) && !name.contains("/") && name.utf8.count < 200
        guard isNamed else { return "its name is not that of a submission of job \(job)" }
        guard (1...SlurmOptions.mostProcessors).contains(processors) else {
            return "\(processors) processors are no number"
        }
        let units = tasks.joined()
        guard units.allSatisfy({ $0.pass >= 0 && $0.attempt >= 0 && $0.ranges.allSatisfy { $0 >= 0 } }) else {
            return "a unit has a number below 0"
        }
        return Set(units).count == units.count ? nil : "a unit is done twice"
    }
}
