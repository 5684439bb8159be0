/// The quality target of a pass over a range, and when its encoder requests another pass.
package struct QualityAim: Hashable, Sendable, Codable {
    /// The metric.
    package var metric: QualityMetric
    /// The mean over the range that is predicted and aimed at, in the metric's own unit.
    package var wanted: Double
    /// Lower limit of the mean; nil for none.
    package var floor: Double?
    /// Largest distance of the mean from `wanted` for which the encoder does not request another pass, in the unit of
    /// the metric.
    package var tolerance: Double

    /// Creates a quality target.
    package init(metric: QualityMetric, wanted: Double, floor: Double?, tolerance: Double) {
        self.metric = metric
        self.wanted = wanted
        self.floor = floor
        self.tolerance = tolerance
    }

    /// Whether a range of this quality needs another pass.
    package func isMissed(by quality: RangeQuality) -> Bool {
        guard let figure = quality.figure(metric) else { return true }
        if let floor, figure < floor { return true }
        return (figure - wanted).magnitude > tolerance
    }
}
