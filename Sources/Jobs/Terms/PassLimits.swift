/// How many passes a job may take, and when it is good enough to stop before.
package struct PassLimits: Hashable, Sendable, Codable {
    /// Most passes over any range, analysis included: 1 is a single pass, 2 analysis and encode, more allow re-passes.
    package var maximum: Int
    /// Largest miss of the goal that is accepted, as a fraction: 0.005 is half a percent.
    package var tolerance: Double
    /// Most CPU time that further passes may take, as a fraction of what the passes before them took. One range is
    /// always allowed.
    package var budget: Double
    /// Why `maximum` is what it is.
    package var reason: String

    /// Creates limits. `tolerance` and `budget` are fractions, not percentages.
    package init(maximum: Int, tolerance: Double = 0.005, budget: Double = 0.1, reason: String) {
        self.maximum = maximum
        self.tolerance = tolerance
        self.budget = budget
        self.reason = reason
    }
}
