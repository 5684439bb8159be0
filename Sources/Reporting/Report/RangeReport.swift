package import Jobs
package import Media

/// The story of one range: its place in the film, and every pass over it.
package struct RangeReport: Hashable, Sendable, Codable {
    /// Place among the ranges of the film, from 0.
    package var index: Int
    /// Frames of the film.
    package var frames: Range<Int>
    /// When they are presented.
    package var timeRange: TimeRange
    /// True when the range starts where a scene does, or the film; false for a blind cut.
    package var startsScene: Bool
    /// Every pass over it that was published, analysis included, oldest first.
    package var encodes: [EncodeReport]
    /// Its requests for another pass and what became of them, oldest first.
    package var requests: [RequestDecision]
    /// How good it is at which rate; nil where that is not known.
    package var curves: RateDistortion?

    /// Creates a story.
    package init(
        _ range: PlannedRange,
        startsScene: Bool,
        encodes: [EncodeReport],
        requests: [RequestDecision],
        curves: RateDistortion? = nil
    ) {
        index = range.index
        frames = range.frames
        timeRange = range.timeRange
        self.startsScene = startsScene
        self.encodes = encodes
        self.requests = requests
        self.curves = curves
    }

    /// The encode that is in the film, once there is one.
    package var used: EncodeReport? { encodes.last(where: \.isUsed) }
}
