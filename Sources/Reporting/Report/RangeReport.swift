package import Jobs
package import Media

/// The report of one range: its place in the film, and every pass over it.
package struct RangeReport: Hashable, Sendable, Codable {
    /// Place among the ranges of the film, from 0.
    package var index: Int
    /// Frames of the film.
    package var frames: Range<Int>
    /// When they are presented.
    package var timeRange: TimeRange
    /// Whether the range starts at a scene cut or with the film; false for a blind cut.
    package var startsScene: Bool
    /// Every published pass over it, analysis included, oldest first.
    package var encodes: [EncodeReport]
    /// The decisions about its requests for another pass, oldest first.
    package var requests: [RequestDecision]
    /// Its quality at each rate; nil where that is not known.
    package var curves: RateDistortion?

    /// Creates a report.
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
