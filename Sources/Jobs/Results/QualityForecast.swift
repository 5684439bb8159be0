/// The prediction for a range of a film whose rate is spent for a metric.
package struct QualityForecast: Hashable, Sendable, Codable {
    /// The metric.
    package var metric: QualityMetric
    /// The predicted mean over the range, in the unit of the metric.
    package var value: Double
    /// The same for a film with one quantiser for all ranges.
    package var balanced: Double

    /// Creates a forecast.
    package init(metric: QualityMetric, value: Double, balanced: Double) {
        self.metric = metric
        self.value = value
        self.balanced = balanced
    }
}
