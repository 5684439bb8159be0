package import Media

/// The figures of a metric for an encode.
package struct BenchMetricFigures: Hashable, Sendable, Codable {
    /// The figure of the film, as curves show it: metrics in dB are computed from the errors of all frames, the others
    /// are means.
    package var film: Double
    /// Mean, harmonic mean and percentiles of the frames' values.
    package var frames: QualitySummary

    /// Creates figures.
    package init(film: Double, frames: QualitySummary) {
        self.film = film
        self.frames = frames
    }
}
