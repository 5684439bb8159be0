import Glibc
import Media
import Quality

/// A run as text: every anchor compared with the reference, and every hole.
package enum RunText {
    /// The text.
    package static func text(of run: BenchRun) -> String {
        let measured = run.points.count - run.holes.count
        var lines = [
            "\(run.id): \(counted(measured, "point")) of \(run.points.count), suite \(run.suite.name), "
                + "\(run.machine.processor), \(counted(run.machine.coreCount, "core"))"
        ]
        if let reference = run.reference {
            lines.append("relative to \(reference.name) (\(reference.version ?? "version not known")):")
            for anchor in run.anchors where anchor.name != reference.name {
                lines += comparison(of: anchor.name, to: reference.name, run)
            }
        }
        for anchor in run.anchors {
            let misses = accuracy(of: anchor.name, run)
            if let misses { lines.append("\(anchor.name): misses its rate by \(percent(misses)) on average") }
        }
        lines += run.holes.map { point, hole in
            "hole: \(point.clip), \(point.anchor), \(point.rate.label), repetition \(point.repetition): \(hole.story)"
        }
        lines += metricHoles(run)
        return lines.map { $0 + "\n" }.joined()
    }

    private static func comparison(of anchor: String, to reference: String, _ run: BenchRun) -> [String] {
        let (test, base) = (AnchorPoints(run, anchor), AnchorPoints(run, reference))
        let words = run.metrics.compactMap { metric in
            BenchContest(run, of: anchor, against: reference, metric: metric).overall
                .map { "\(metric.title) \($0.description)" }
        }
        let rates = words.isEmpty ? "no BD-rate" : "BD-rate " + words.joined(separator: ", ")
        let times = [("wall", \BenchCost.wallSeconds), ("CPU", \.cpuSeconds)].compactMap { name, path -> String? in
            let logs = test.keys.compactMap { key -> Double? in
                guard let left = test.median(key, path), let right = base.median(key, path), left > 0, right > 0 else {
                    return nil
                }
                return log(left / right)
            }
            guard !logs.isEmpty else { return nil }
            return "\(name) \(ratio(exp(logs.reduce(0, +) / Double(logs.count))))"
        }
        let time = times.isEmpty ? "" : "; time: " + times.joined(separator: ", ")
        return ["  \(anchor): \(rates)\(time)"]
    }

    private static func accuracy(of anchor: String, _ run: BenchRun) -> Double? {
        let points = AnchorPoints(run, anchor)
        let misses = points.keys.compactMap { points.missedBy($0) }
        return misses.isEmpty ? nil : misses.reduce(0, +) / Double(misses.count)
    }

    /// Holes of single metrics in points that were measured, each text once.
    static func metricHoles(_ run: BenchRun) -> [String] {
        var stories: [String: Int] = [:]
        for (point, measurement) in run.measured() {
            for value in measurement.metrics {
                guard case .hole(let hole) = value.outcome, hole.reason != .metricUnsuited else { continue }
                stories["\(value.metric.title) of \(point.clip): \(hole.story)", default: 0] += 1
            }
        }
        return stories.sorted { $0.key < $1.key }.map { "hole: \($0.key) (\(counted($0.value, "point")))" }
    }
}
