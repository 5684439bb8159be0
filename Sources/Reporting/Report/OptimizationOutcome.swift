package import Jobs

/// How a film came out whose rate was spent for a metric.
package struct OptimizationOutcome: Hashable, Sendable, Codable {
    /// What the rate was spent for.
    package var metric: QualityMetric
    /// Predicted mean over the film, in the metric's own unit; nil where a range has no forecast.
    package var forecast: Double?
    /// The same for one quantiser in all ranges.
    package var balanced: Double?
    /// Mean over the film that came.
    package var mean: Double

    /// Judges a film by its ranges; nil while one of them is not encoded, or was not measured.
    init?(of metric: QualityMetric, ranges: [RangeReport]) {
        let scale = QualityScale(metric: metric)
        guard let mean = Self.mean(ranges, scale, { $0.used?.quality?.figure(metric) }) else { return nil }
        self.metric = metric
        self.mean = mean
        // What a range is encoded again for is the film's rate: its prediction is that of pass 2.
        func predicted(_ range: RangeReport) -> QualityForecast? { range.encodes.lazy.compactMap(\.forecast).first }
        forecast = Self.mean(ranges, scale) { predicted($0)?.value }
        balanced = Self.mean(ranges, scale) { predicted($0)?.balanced }
    }

    /// The film's figure out of those of its ranges; nil when one has none.
    private static func mean(
        _ ranges: [RangeReport],
        _ scale: QualityScale,
        _ figure: (RangeReport) -> Double?
    ) -> Double? {
        let figures = ranges.compactMap { range in figure(range).map { (value: $0, frames: range.frames.count) } }
        return figures.count == ranges.count ? scale.mean(figures) : nil
    }
}
