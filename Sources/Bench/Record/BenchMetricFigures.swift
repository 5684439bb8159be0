package import Media

/// What a metric says of an encode.
package struct BenchMetricFigures: Hashable, Sendable, Codable {
    /// The figure of the film, which curves are drawn of: of PSNR and its kin from the error over all frames, of the
    /// others the mean.
    package var film: Double
    /// Mean, harmonic mean, percentiles of the frames' values.
    package var frames: QualitySummary

    /// Creates figures.
    package init(film: Double, frames: QualitySummary) {
        self.film = film
        self.frames = frames
    }
}
