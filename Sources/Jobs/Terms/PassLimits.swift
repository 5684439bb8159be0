/// How many passes a job may have, and when the result is good enough to stop earlier.
package struct PassLimits: Hashable, Sendable, Codable {
    /// Maximum number of passes over a range, including the analysis: 1 is a single pass, 2 are analysis and encode,
    /// more allow further passes.
    package var maximum: Int
    /// Largest accepted miss of the goal, as a fraction: 0.005 is half a percent.
    package var tolerance: Double
    /// Most CPU time that further passes may take, as a fraction of that of the passes before them. One range is always
    /// allowed.
    package var budget: Double
    /// The reason for the value of `maximum`.
    package var reason: String

    /// Creates limits. `tolerance` and `budget` are fractions, not percentages.
    package init(maximum: Int, tolerance: Double = 0.005, budget: Double = 0.1, reason: String) {
        self.maximum = maximum
        self.tolerance = tolerance
        self.budget = budget
        self.reason = reason
    }
}
