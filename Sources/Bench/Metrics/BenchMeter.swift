package import Media

/// Something that judges the pictures of an encode, one after the other, by one or several metrics.
///
/// Pictures come in presentation order, all of them, each with the clip's own; both have the size and format that the
/// meter was made for. Not Sendable: it belongs to the thread that uses it.
package protocol BenchMeter: AnyObject {
    /// What it measures.
    var metrics: [BenchMetric] { get }

    /// Judges the next picture.
    func compare(_ picture: Picture, with source: Picture) throws

    /// Ends the film; nothing is compared afterwards. Every metric is there, each with a value for every picture.
    func finish() throws -> [BenchMetric: BenchMeterReading]
}

/// What a metric says of an encode, frame by frame and as a whole.
package struct BenchMeterReading: Hashable, Sendable {
    /// The figure of the film; see `BenchMetricFigures.film`.
    package var film: Double
    /// One value a frame.
    package var frames: [Double]

    /// Creates a reading.
    package init(film: Double, frames: [Double]) {
        self.film = film
        self.frames = frames
    }
}
