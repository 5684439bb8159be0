import Jobs

/// The findings of the regression gate: the figures of a run that are worse by more than their bands.
package struct GateVerdict: Hashable, Sendable {
    /// One line each; empty if the run passes.
    package let findings: [String]

    /// Compares Granary's own anchors with the accepted run.
    package init(_ comparison: BenchComparison, bands: GateBands) {
        var findings: [String] = []
        for anchor in comparison.anchors where anchor.role == .subject {
            findings += Self.rates(anchor, bands) + Self.times(anchor, bands) + Self.percentiles(anchor, bands)
            if let accuracy = anchor.accuracy, accuracy.after - accuracy.before > bands.accuracy {
                findings.append(
                    "\(anchor.anchor): misses its rate by \(percent(accuracy.after)) on average; it was "
                        + "\(percent(accuracy.before)), and up to \(percent(bands.accuracy)) more is noise"
                )
            }
            findings += anchor.lost.map { "\(anchor.anchor): was measured before and is a hole now: \($0)" }
        }
        self.findings = findings
    }

    private static func rates(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        anchor.metrics.flatMap { metric -> [String] in
            var findings: [String] = []
            if let mean = anchor.meanRate(of: metric), mean > bands.rate {
                findings.append(
                    "\(anchor.anchor): needs \(percent(mean)) more bits for equal \(metric.title) over all clips; "
                        + "up to \(percent(bands.rate)) is noise"
                )
            }
            for rate in anchor.rates where rate.metric == metric {
                guard let fraction = rate.fraction, fraction > bands.clipRate else { continue }
                findings.append(
                    "\(anchor.anchor): needs \(percent(fraction)) more bits for equal \(metric.title) of "
                        + "\(rate.clip); up to \(percent(bands.clipRate)) is noise"
                )
            }
            return findings
        }
    }

    private static func times(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        [("wall time", anchor.wall), ("CPU time", anchor.cpu)].compactMap { name, change in
            guard let change, change.fraction > bands.speed else { return nil }
            return
                "\(anchor.anchor): \(name) relative to the reference rose from \(ratio(change.before)) to "
                + "\(ratio(change.after)): \(percent(change.fraction)) more; up to \(percent(bands.speed)) is noise"
        }
    }

    private static func percentiles(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        anchor.percentiles.compactMap { percentile in
            let band = bands.percentile(of: percentile.metric)
            guard -percentile.change > band else { return nil }
            let unit = percentile.metric.unit.isEmpty ? "" : " \(percentile.metric.unit)"
            let name = percentile.percent == 1 ? "1st" : "\(percentile.percent)th"
            return "\(anchor.anchor): the \(name) percentile of \(percentile.metric.title) is "
                + "\(Quantity.words(-percentile.change))\(unit) lower on average; up to "
                + "\(Quantity.words(band))\(unit) is noise"
        }
    }
}

/// A fraction in percent, as in `1.25 %`.
func percent(_ fraction: Double) -> String { "\(Quantity.words((fraction * 10_000).rounded() / 100)) %" }

/// A ratio rounded to two decimals.
func ratio(_ value: Double) -> String { Quantity.words((value * 100).rounded() / 100) }
