/// What a film's figures come to: mean, harmonic mean, extremes and percentiles of one value a frame.
package struct QualitySummary: Hashable, Sendable, Codable {
    /// Number of frames.
    package let count: Int
    /// Arithmetic mean.
    package let mean: Double
    /// Harmonic mean, which low values pull down; 0 when a value is not positive.
    package let harmonicMean: Double
    /// Lowest value.
    package let minimum: Double
    /// Highest value.
    package let maximum: Double
    /// Standard deviation over the film (of the population).
    package let standardDeviation: Double
    /// What 1 % of the frames do not exceed.
    package let percentile1: Double
    /// What 5 % of the frames do not exceed.
    package let percentile5: Double
    /// What half of the frames do not exceed.
    package let median: Double
    /// What 95 % of the frames do not exceed.
    package let percentile95: Double

    /// Sums values up, one a frame in any order; nil when there is none or one is not a finite number.
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

    /// What a fraction of ascending values, at least one, does not exceed. Between the two nearest ranks, linearly:
    /// Hyndman and Fan's definition 7, as NumPy and R have it.
    package static func percentile(_ fraction: Double, of sorted: [Double]) -> Double {
        let rank = fraction * Double(sorted.count - 1)
        let below = Int(rank)
        let above = min(below + 1, sorted.count - 1)
        return sorted[below] + (sorted[above] - sorted[below]) * (rank - Double(below))
    }
}
