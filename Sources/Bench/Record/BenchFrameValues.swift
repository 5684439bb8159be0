/// The values of each frame of an encode, stored in a file separate from the record.
package struct BenchFrameValues: Hashable, Sendable, Codable {
    /// One value for each frame in presentation order, by the metric's name; all metrics have equally many.
    package var metrics: [String: [Double]]

    /// Creates values.
    package init(metrics: [String: [Double]]) { self.metrics = metrics }

    /// The values of a metric; empty if there are none.
    package subscript(metric: BenchMetric) -> [Double] {
        get { metrics[metric.rawValue] ?? [] }
        set { metrics[metric.rawValue] = newValue }
    }
}
