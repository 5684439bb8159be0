package import Confinement
import Platform

/// A sandbox of workers of a job, and the number of results from workers in it.
package struct SandboxReport: Hashable, Sendable, Codable {
    /// The sandbox.
    package var held: HeldConfinement
    /// Number of results.
    package var results: Int

    /// The sandboxes of the workers that did some work, the most frequent first; nil when no cost has one.
    static func reports(of costs: [WorkCost]) -> [SandboxReport]? {
        let counts = Dictionary(grouping: costs.compactMap(\.sandbox)) { $0 }.mapValues(\.count)
        let reports = counts.map { SandboxReport(held: $0.key, results: $0.value) }
            .sorted { ($1.results, $0.held.words) < ($0.results, $1.held.words) }
        return reports.isEmpty ? nil : reports
    }
}
