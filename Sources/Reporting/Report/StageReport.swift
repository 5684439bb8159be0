package import Jobs
package import Platform

/// Time and memory of all work of one stage. The times of workers are added up.
package struct StageReport: Hashable, Sendable, Codable {
    /// The stage.
    package var stage: Stage
    /// Number of results.
    package var results: Int
    /// CPU time in seconds.
    package var cpuSeconds: Double
    /// Wall time of all workers in seconds, added up.
    package var wallSeconds: Double
    /// Largest resident set of a worker in bytes.
    package var maximumResidentBytes: Int

    /// Adds up costs; nil when there are none.
    package init?(_ stage: Stage, _ costs: [WorkCost]) {
        guard !costs.isEmpty else { return nil }
        self.stage = stage
        results = costs.count
        cpuSeconds = costs.reduce(0) { $0 + $1.cpuSeconds }
        wallSeconds = costs.reduce(0) { $0 + $1.wallSeconds }
        maximumResidentBytes = costs.reduce(0) { max($0, $1.maximumResidentBytes) }
    }
}
