package import Confinement
import Platform

/// What held the workers of a job, and how many results came from workers that it held.
package struct SandboxReport: Hashable, Sendable, Codable {
    /// What held them.
    package var held: HeldConfinement
    /// Number of results.
    package var results: Int

    /// What held the workers that did some work, the most frequent first; nil when none of them says.
    static func reports(of costs: [WorkCost]) -> [SandboxReport]? {
        let counts = Dictionary(grouping: costs.compactMap(\.sandbox)) { $0 }.mapValues(\.count)
        let reports = counts.map { SandboxReport(held: $0.key, results: $0.value) }
            .sorted { ($1.results, $0.held.words) < ($0.results, $1.held.words) }
        return reports.isEmpty ? nil : reports
    }
}
