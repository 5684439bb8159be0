/// The prediction for a range of a film whose rate is spent for a metric.
package struct QualityForecast: Hashable, Sendable, Codable {
    /// What it is measured by.
    package var metric: QualityMetric
    /// The mean over the range, in the metric's own unit.
    package var value: Double
    /// The same, had the film one quantiser for all ranges.
    package var balanced: Double

    /// Creates a forecast.
    package init(metric: QualityMetric, value: Double, balanced: Double) {
        self.metric = metric
        self.value = value
        self.balanced = balanced
    }
}
