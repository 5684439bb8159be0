/// How the figures of one anchor changed between two runs, over the points that both measured.
package struct AnchorComparison: Hashable, Sendable, Codable {
    /// A figure before and after.
    package struct Change: Hashable, Sendable, Codable {
        package var before: Double
        package var after: Double

        /// The relative difference.
        package var fraction: Double { before == 0 ? 0 : after / before - 1 }
    }

    /// BD-rate of one clip by one metric: the additional rate that the later run needs for equal quality.
    package struct ClipRate: Hashable, Sendable, Codable {
        package var clip: String
        package var metric: BenchMetric
        /// As a fraction; nil when there is none.
        package var fraction: Double?
        /// Why there is none.
        package var reason: String?
    }

    /// The mean change of a percentile by one metric.
    package struct Percentile: Hashable, Sendable, Codable {
        package var metric: BenchMetric
        /// 5 or 1.
        package var percent: Int
        /// Mean over the points of both runs; positive is better.
        package var change: Double
        package var points: Int
    }

    /// Name of the anchor.
    package var anchor: String
    /// Its role in the suite.
    package var role: BenchAnchorRecord.Role
    /// BD-rates of the later run against the earlier one, clip by clip and metric by metric.
    package var rates: [ClipRate]
    /// Ratio of wall time to the reference's in the same run, a geometric mean over points; nil if unknown.
    package var wall: Change?
    /// Ratio of CPU time to the reference's in the same run.
    package var cpu: Change?
    /// Mean distance from the requested rate as a fraction of it; nil for rate factors.
    package var accuracy: Change?
    /// Percentiles.
    package var percentiles: [Percentile]
    /// Points that the earlier run measured and that are holes in the later one, each with its reason.
    package var lost: [String]

    /// Mean BD-rate over clips by a metric, as a fraction; nil when no clip has one.
    package func meanRate(of metric: BenchMetric) -> Double? {
        let values = rates.filter { $0.metric == metric }.compactMap(\.fraction)
        return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }

    /// Metrics with a BD-rate, in the order of the runs.
    package var metrics: [BenchMetric] {
        rates.reduce(into: []) { known, rate in if !known.contains(rate.metric) { known.append(rate.metric) } }
    }
}
