import Media
package import Quality

/// Quality over rate of one clip and one anchor, by one metric; repetitions of a rate are averaged.
package struct BenchCurve: Hashable, Sendable {
    /// The encodes at one rate.
    package struct Point: Hashable, Sendable {
        /// The requested rate.
        package var rate: BenchRate
        /// The resulting rate in bit/s: the mean over repetitions.
        package var bitsPerSecond: Double
        /// The metric's figure of the film: the mean over repetitions.
        package var value: Double
        /// Lowest and highest figure of the repetitions.
        package var spread: ClosedRange<Double>
        /// 5th percentile of the frames: the mean over repetitions.
        package var percentile5: Double
    }

    /// Its points by ascending rate.
    package let points: [Point]
    /// Number of requested rates without a figure.
    package let missing: Int

    /// Collects the points of a clip and an anchor.
    package init(_ run: BenchRun, clip: String, anchor: String, metric: BenchMetric) {
        var requested: [BenchRate] = []
        var figures: [BenchRate: [(bits: Double, figures: BenchMetricFigures)]] = [:]
        for point in run.points where point.clip == clip && point.anchor == anchor {
            if !requested.contains(point.rate) { requested.append(point.rate) }
            guard case .measured(let measurement) = point.outcome, let value = measurement.value(of: metric) else {
                continue
            }
            figures[point.rate, default: []].append((measurement.bitsPerSecond, value))
        }
        points = requested.compactMap { rate in
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
        missing = requested.count - points.count
    }

    /// The points as BD-rate takes them.
    package var ratePoints: [RatePoint] { points.map { RatePoint(rate: $0.bitsPerSecond, quality: $0.value) } }
}
