package import Media

/// A range's request for another pass, and what became of it.
package struct RequestDecision: Hashable, Sendable, Codable {
    /// Index of the range.
    package var range: Int
    /// The pass that it was made after, from 2: the one whose outcome is complained of. Nil in documents of earlier
    /// builds.
    package var pass: Int?
    /// When it is presented.
    package var timeRange: TimeRange
    /// How far its outcome lay from its target, as a fraction of the target: 0.02 is two percent too many bits.
    package var missedBy: Double
    /// True when the range is encoded again.
    package var isGranted: Bool
    /// Why it is, or is not.
    package var reason: String

    /// Creates a decision.
    package init(
        range: Int,
        pass: Int?,
        timeRange: TimeRange,
        missedBy: Double,
        isGranted: Bool,
        reason: String
    ) {
        self.range = range
        self.pass = pass
        self.timeRange = timeRange
        self.missedBy = missedBy
        self.isGranted = isGranted
        self.reason = reason
    }
}
