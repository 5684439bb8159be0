package import Jobs

/// One job array and the work units of each of its tasks: `JOB/slurm/NAME/submission.json`. It is written before it is
/// submitted and read by its tasks. If the coordinator is killed, the next one finds it.
package struct SlurmSubmission: Hashable, Sendable, Codable {
    /// Version of the layout that this build reads and writes.
    package static let currentVersion = 1

    /// Version of the layout.
    package var version: Int
    /// Unique name of the Slurm job.
    package var name: String
    /// Id of the job.
    package var job: String
    /// The units of each task, by its number.
    package var tasks: [[WorkUnit]]
    /// Number of units that a task does at once.
    package var processors: Int
    /// Memory that a task requests, in MiB; nil for no request.
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

    /// Prefix of the names of all Slurm jobs of a job.
    package static func prefix(job: String) -> String { "granary-\(job)-" }

    /// Number of a unit among the units of all tasks; the report of its end is named after it.
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
        guard isNamed else { return "its name is not valid for a submission of job \(job)" }
        guard (1...SlurmOptions.mostProcessors).contains(processors) else {
            return "its number of processors is \(processors)"
        }
        let units = tasks.joined()
        guard units.allSatisfy({ $0.pass >= 0 && $0.attempt >= 0 && $0.ranges.allSatisfy { $0 >= 0 } }) else {
            return "a unit has a number below 0"
        }
        return Set(units).count == units.count ? nil : "a unit appears twice"
    }
}
