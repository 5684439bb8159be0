import Media
package import Quality

/// How good a clip is at which rate when an anchor encodes it, by one metric: repetitions of a rate taken together.
package struct BenchCurve: Hashable, Sendable {
    /// The encodes at one rate.
    package struct Point: Hashable, Sendable {
        /// What was asked for.
        package var rate: BenchRate
        /// What came, in bit/s: the mean over repetitions.
        package var bitsPerSecond: Double
        /// The metric's figure of the film: the mean over repetitions.
        package var value: Double
        /// Lowest and highest figure of the repetitions.
        package var spread: ClosedRange<Double>
        /// What the frames' 5th percentile is: the mean over repetitions.
        package var percentile5: Double
    }

    /// Its points in the order of their rates.
    package let points: [Point]
    /// Number of rates that were asked for and have no figure.
    package let missing: Int

    /// Collects the points of a clip and an anchor.
    package init(_ run: BenchRun, clip: String, anchor: String, metric: BenchMetric) {
        var asked: [BenchRate] = []
        var figures: [BenchRate: [(bits: Double, figures: BenchMetricFigures)]] = [:]
        for point in run.points where point.clip == clip && point.anchor == anchor {
            if !asked.contains(point.rate) { asked.append(point.rate) }
            guard case .measured(let measurement) = point.outcome, let value = measurement.value(of: metric) else {
                continue
            }
            figures[point.rate, default: []].append((measurement.bitsPerSecond, value))
        }
        points = asked.compactMap { rate in
            guard let repetitions = figures[rate], let low = repetitions.map(\.figures.film).min(),
                let high = repetitions.map(\.figures.film).max()
            else { return nil }
            let count = Double(repetitions.count)
            return Point(
                rate: rate,
                bitsPerSecond: repetitions.reduce(0) { $0 + $1.bits } / count,
                value: repetitions.reduce(0) { $0 + $1.figures.film } / count,
                spread: low...high,
                percentile5: repetitions.reduce(0) { $0 + $1.figures.frames.percentile5 } / count
            )
        }.sorted { $0.bitsPerSecond < $1.bitsPerSecond }
        missing = asked.count - points.count
    }

    /// As BD-rate takes them.
    package var ratePoints: [RatePoint] { points.map { RatePoint(rate: $0.bitsPerSecond, quality: $0.value) } }
}
