package import Media

/// How a film may be cut into ranges.
package struct RangeLimits: Hashable, Sendable, Codable {
    /// No range is shorter, unless the film is shorter.
    package var minimum: MediaTime
    /// No range is longer, except for rounding to whole frames.
    package var maximum: MediaTime
    /// True if ranges should start at scene starts.
    package var sceneCuts: Bool
    /// Ranges start at multiples of this number of frames, because another film of the same job has temporal levels;
    /// nil without one.
    package var period: Int?

    /// Creates limits.
    package init(minimum: MediaTime, maximum: MediaTime, sceneCuts: Bool) {
        self.minimum = minimum
        self.maximum = maximum
        self.sceneCuts = sceneCuts
    }

    /// One to ten seconds, at scene cuts.
    package static let standard = RangeLimits(
        minimum: MediaTime(value: 1, timescale: 1),
        maximum: MediaTime(value: 10, timescale: 1),
        sceneCuts: true
    )
}
