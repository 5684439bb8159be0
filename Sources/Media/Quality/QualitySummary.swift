/// A summary of a film's values: mean, harmonic mean, extremes and percentiles of one value per frame.
package struct QualitySummary: Hashable, Sendable, Codable {
    /// Number of frames.
    package let count: Int
    /// Arithmetic mean.
    package let mean: Double
    /// Harmonic mean, which is sensitive to low values; 0 if a value is not positive.
    package let harmonicMean: Double
    /// Lowest value.
    package let minimum: Double
    /// Highest value.
    package let maximum: Double
    /// Standard deviation over the film (of the population).
    package let standardDeviation: Double
    /// 1st percentile of the frames.
    package let percentile1: Double
    /// 5th percentile of the frames.
    package let percentile5: Double
    /// Median of the frames.
    package let median: Double
    /// 95th percentile of the frames.
    package let percentile95: Double

    /// Summarises values, one per frame in any order; nil if there are none or one is not a finite number.
    package init?(_ values: [Double]) {
        guard !values.isEmpty, values.allSatisfy(\.isFinite) else { return nil }
        let sorted = values.sorted()
        let count = Double(sorted.count)
        let mean = sorted.reduce(0, +) / count
        let lowest = sorted[0]
        self.count = sorted.count
        self.mean = mean
        harmonicMean = lowest > 0 ? count / sorted.reduce(0) { $0 + 1 / $1 } : 0
        minimum = lowest
        maximum = sorted[sorted.count - 1]
        standardDeviation = (sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
        percentile1 = Self.percentile(0.01, of: sorted)
        percentile5 = Self.percentile(0.05, of: sorted)
        median = Self.percentile(0.5, of: sorted)
        percentile95 = Self.percentile(0.95, of: sorted)
    }

    /// A percentile of ascending values, of which there is at least one. It interpolates linearly between the two
    /// nearest ranks: Hyndman and Fan's definition 7, as in NumPy and R.
    package static func percentile(_ fraction: Double, of sorted: [Double]) -> Double {
        let rank = fraction * Double(sorted.count - 1)
        let below = Int(rank)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - Double(below))
    }
}
