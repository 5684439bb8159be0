package import Media

/// Measures the pictures of an encode one after the other, by one or more metrics.
///
/// A meter gets every picture in presentation order, together with the clip's picture; both have the size and format
/// that the meter was made for. Not Sendable: one thread uses it.
package protocol BenchMeter: AnyObject {
    /// The metrics that it measures.
    var metrics: [BenchMetric] { get }

    /// Measures the next picture.
    func compare(_ picture: Picture, with source: Picture) throws

    /// Ends the film; nothing may be compared afterwards. Returns every metric, each with a value for every picture.
    func finish() throws -> [BenchMetric: BenchMeterReading]
}

/// The values of one metric for an encode: of the film and of each frame.
package struct BenchMeterReading: Hashable, Sendable {
    /// The figure of the film; see `BenchMetricFigures.film`.
    package var film: Double
    /// One value for each frame.
    package var frames: [Double]

    /// Creates a reading.
    package init(film: Double, frames: [Double]) {
        self.film = film
        self.frames = frames
    }
}
