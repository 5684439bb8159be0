/// What a scout measures for other films of the same source.
package struct ScoutNeeds: Hashable, Sendable, Codable {
    /// True if it measures how the light of each picture is distributed.
    package var measuresDistribution = false
    /// The average rate for which it encodes parts of the film roughly; nil for none.
    package var rate: RateGoal?

    /// Nothing.
    package init() {}
}
