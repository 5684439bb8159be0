import Jobs

/// What the regression gate says of a run: nothing, or what became worse by more than its band.
package struct GateVerdict: Hashable, Sendable {
    /// One line each; empty when the gate is open.
    package let findings: [String]

    /// Holds Granary's own anchors to what they were in the accepted run.
    package init(_ comparison: BenchComparison, bands: GateBands) {
        var findings: [String] = []
        for anchor in comparison.anchors where anchor.role == .subject {
            findings += Self.rates(anchor, bands) + Self.times(anchor, bands) + Self.percentiles(anchor, bands)
            if let accuracy = anchor.accuracy, accuracy.after - accuracy.before > bands.accuracy {
                findings.append(
                    "\(anchor.anchor): lies \(percent(accuracy.after)) from the asked rate on average, it was "
                        + "\(percent(accuracy.before)), and \(percent(bands.accuracy)) more is noise"
                )
            }
            findings += anchor.lost.map { "\(anchor.anchor): measured before, and a hole now: \($0)" }
        }
        self.findings = findings
    }

    private static func rates(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        anchor.metrics.flatMap { metric -> [String] in
            var findings: [String] = []
            if let mean = anchor.meanRate(of: metric), mean > bands.rate {
                findings.append(
                    "\(anchor.anchor): needs \(percent(mean)) more bits for equal \(metric.title) over all clips, and "
                        + "\(percent(bands.rate)) is noise"
                )
            }
            for rate in anchor.rates where rate.metric == metric {
                guard let fraction = rate.fraction, fraction > bands.clipRate else { continue }
                findings.append(
                    "\(anchor.anchor): needs \(percent(fraction)) more bits for equal \(metric.title) of "
                        + "\(rate.clip), and \(percent(bands.clipRate)) is noise"
                )
            }
            return findings
        }
    }

    private static func times(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        [("wall time", anchor.wall), ("CPU time", anchor.cpu)].compactMap { name, change in
            guard let change, change.fraction > bands.speed else { return nil }
            return
                "\(anchor.anchor): \(name) is \(ratio(change.after)) of the reference's, it was "
                + "\(ratio(change.before)): \(percent(change.fraction)) more, and \(percent(bands.speed)) is noise"
        }
    }

    private static func percentiles(_ anchor: AnchorComparison, _ bands: GateBands) -> [String] {
        anchor.percentiles.compactMap { percentile in
            let band = bands.percentile(of: percentile.metric)
            guard -percentile.change > band else { return nil }
            let unit = percentile.metric.unit.isEmpty ? "" : " \(percentile.metric.unit)"
            let name = percentile.percent == 1 ? "1st" : "\(percentile.percent)th"
            return "\(anchor.anchor): the \(name) percentile of \(percentile.metric.title) is "
                + "\(Quantity.words(-percentile.change))\(unit) lower on average, and \(Quantity.words(band))\(unit) "
                + "is noise"
        }
    }
}

/// A fraction as people read it, as in `1.25 %`.
func percent(_ fraction: Double) -> String { "\(Quantity.words((fraction * 10_000).rounded() / 100)) %" }

/// A ratio with two digits.
func ratio(_ value: Double) -> String { Quantity.words((value * 100).rounded() / 100) }
