import Jobs
import Media

/// A comparison of two runs as text.
package enum ComparisonText {
    /// The changes, anchor by anchor.
    package static func text(of comparison: BenchComparison) -> String {
        var lines = ["\(comparison.before) -> \(comparison.after)"]
        lines += comparison.cautions.map { "note: \($0)" }
        if comparison.anchors.isEmpty { lines.append("the runs have no anchor in common") }
        for anchor in comparison.anchors {
            lines.append("\n\(anchor.anchor)")
            for metric in anchor.metrics {
                let rates = anchor.rates.filter { $0.metric == metric }
                let each = rates.map { rate in
                    "\(rate.clip) \(rate.fraction.map(signed) ?? "none (\(rate.reason ?? "not measured"))")"
                }
                let mean = anchor.meanRate(of: metric).map(signed) ?? "none"
                let missing = rates.count { $0.fraction == nil }
                let without = missing > 0 ? ", \(counted(missing, "clip")) without one" : ""
                lines.append("  BD-rate, \(metric.title): \(mean)\(without): \(each.joined(separator: ", "))")
            }
            for (name, change) in [("wall time", anchor.wall), ("CPU time", anchor.cpu)] {
                guard let change else { continue }
                lines.append(
                    "  \(name) relative to the reference: \(ratio(change.before)) -> \(ratio(change.after)) "
                        + "(\(signed(change.fraction)))"
                )
            }
            if let accuracy = anchor.accuracy {
                lines.append(
                    "  distance from the requested rate: \(percent(accuracy.before)) -> \(percent(accuracy.after))"
                )
            }
            for percentile in anchor.percentiles {
                let name = percentile.percent == 1 ? "1st" : "\(percentile.percent)th"
                let change = percentile.change
                lines.append(
                    "  \(name) percentile, \(percentile.metric.title): \(change < 0 ? "" : "+")"
                        + "\(Quantity.words(change)) \(percentile.metric.unit)"
                )
            }
            lines += anchor.lost.map { "  now a hole: \($0)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func signed(_ fraction: Double) -> String { "\(fraction < 0 ? "" : "+")\(percent(fraction))" }
}
