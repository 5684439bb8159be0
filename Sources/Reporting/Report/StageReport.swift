package import Jobs
package import Platform

/// What all work of one stage took, workers that ran at once added up.
package struct StageReport: Hashable, Sendable, Codable {
    /// The stage.
    package var stage: Stage
    /// Number of results.
    package var results: Int
    /// CPU time in seconds.
    package var cpuSeconds: Double
    /// Seconds by the clock of every worker, added up.
    package var wallSeconds: Double
    /// Largest resident set of a worker in bytes.
    package var maximumResidentBytes: Int

    /// Adds costs up; nil when there are none.
    package init?(_ stage: Stage, _ costs: [WorkCost]) {
        guard !costs.isEmpty else { return nil }
        self.stage = stage
        results = costs.count
        cpuSeconds = costs.reduce(0) { $0 + $1.cpuSeconds }
        wallSeconds = costs.reduce(0) { $0 + $1.wallSeconds }
        maximumResidentBytes = costs.reduce(0) { max($0, $1.maximumResidentBytes) }
    }
}
