package import Jobs

/// The result of a film with `optimize`.
package struct OptimizationOutcome: Hashable, Sendable, Codable {
    /// The metric that the film was optimised for.
    package var metric: QualityMetric
    /// Predicted mean over the film, in the metric's own unit; nil where a range has no prediction.
    package var forecast: Double?
    /// The same for one quantiser in all ranges.
    package var balanced: Double?
    /// Actual mean over the film.
    package var mean: Double

    /// Judges a film by its ranges; nil while one of them is not encoded, or was not measured.
    init?(of metric: QualityMetric, ranges: [RangeReport]) {
        let scale = QualityScale(metric: metric)
        guard let mean = Self.mean(ranges, scale, { $0.used?.quality?.figure(metric) }) else { return nil }
        self.metric = metric
        self.mean = mean
        // A further pass corrects the film's rate, so the prediction of a range is that of pass 2.
        func predicted(_ range: RangeReport) -> QualityForecast? { range.encodes.lazy.compactMap(\.forecast).first }
        forecast = Self.mean(ranges, scale) { predicted($0)?.value }
        balanced = Self.mean(ranges, scale) { predicted($0)?.balanced }
    }

    /// The film's figure from those of its ranges; nil when one has none.
    private static func mean(
        _ ranges: [RangeReport],
        _ scale: QualityScale,
        _ figure: (RangeReport) -> Double?
    ) -> Double? {
        let figures = ranges.compactMap { range in figure(range).map { (value: $0, frames: range.frames.count) } }
        return figures.count == ranges.count ? scale.mean(figures) : nil
    }
}
