package import Media

/// The request of a range for another pass, and the decision about it.
package struct RequestDecision: Hashable, Sendable, Codable {
    /// Index of the range.
    package var range: Int
    /// The pass, from 2, whose result led to the request. Nil in documents of earlier builds.
    package var pass: Int?
    /// Presentation time of the range.
    package var timeRange: TimeRange
    /// Distance of the result from its target, as a fraction of the target: 0.02 means two percent too many bits.
    package var missedBy: Double
    /// True if the range is encoded again.
    package var isGranted: Bool
    /// The reason for the decision.
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
