/// What a pass over a range is to reach in quality, and when its encoder asks for another.
package struct QualityAim: Hashable, Sendable, Codable {
    /// What it is measured by.
    package var metric: QualityMetric
    /// The mean over the range that is predicted and aimed at, in the metric's own unit.
    package var wanted: Double
    /// What the mean may not fall below; nil for none.
    package var floor: Double?
    /// How far from `wanted` the mean may lie before the encoder asks for another pass, in the metric's own unit.
    package var tolerance: Double

    /// Creates an aim.
    package init(metric: QualityMetric, wanted: Double, floor: Double?, tolerance: Double) {
        self.metric = metric
        self.wanted = wanted
        self.floor = floor
        self.tolerance = tolerance
    }

    /// Whether a range of such quality asks for another pass.
    package func isMissed(by quality: RangeQuality) -> Bool {
        guard let figure = quality.figure(metric) else { return true }
        if let floor, figure < floor { return true }
        return (figure - wanted).magnitude > tolerance
    }
}
