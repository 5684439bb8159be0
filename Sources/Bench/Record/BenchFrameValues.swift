/// The values of each frame of an encode, kept in a file beside the record.
package struct BenchFrameValues: Hashable, Sendable, Codable {
    /// By the metric's name, one value a frame in presentation order; all have as many.
    package var metrics: [String: [Double]]

    /// Creates values.
    package init(metrics: [String: [Double]]) { self.metrics = metrics }

    /// The values of a metric; empty when there are none.
    package subscript(metric: BenchMetric) -> [Double] {
        get { metrics[metric.rawValue] ?? [] }
        set { metrics[metric.rawValue] = newValue }
    }
}
