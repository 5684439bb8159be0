import Glibc
import Media
import Quality

/// Compares two runs anchor by anchor, over the points that both measured.
package struct BenchComparison: Hashable, Sendable, Codable {
    /// Names of the runs.
    package var before: String
    package var after: String
    /// Cautions for the reader: different machines, changed clips.
    package var cautions: [String]
    /// Anchors that both have, in the order of the later run.
    package var anchors: [AnchorComparison]

    /// Compares two runs.
    package init(_ before: BenchRun, _ after: BenchRun) {
        self.before = before.id
        self.after = after.id
        var cautions: [String] = []
        if before.suite.name != after.suite.name {
            cautions.append("the suites differ: \(before.suite.name) and \(after.suite.name)")
        }
        let isSameMachine =
            before.machine.processor == after.machine.processor && before.machine.coreCount == after.machine.coreCount
        if !isSameMachine {
            let (old, new) = (before.machine, after.machine)
            cautions.append(
                "the machines differ, so times are not compared: \(old.processor) with "
                    + "\(counted(old.coreCount, "core")), \(new.processor) with \(counted(new.coreCount, "core"))"
            )
        }
        var clips: [String] = []
        for clip in after.clips {
            guard let old = before.clips.first(where: { $0.name == clip.name }) else { continue }
            if let sha256 = clip.sha256, let other = old.sha256, sha256 != other {
                cautions.append("clip \(clip.name) has another checksum now, so it is not compared")
            } else {
                clips.append(clip.name)
            }
        }
        self.cautions = cautions
        anchors = after.anchors.compactMap { anchor in
            guard before.anchors.contains(where: { $0.name == anchor.name }) else { return nil }
            return Self.comparison(of: anchor, before, after, clips, comparesTimes: isSameMachine)
        }
    }

    private static func comparison(
        of anchor: BenchAnchorRecord,
        _ before: BenchRun,
        _ after: BenchRun,
        _ clips: [String],
        comparesTimes: Bool
    ) -> AnchorComparison {
        let old = AnchorPoints(before, anchor.name)
        let new = AnchorPoints(after, anchor.name)
        let common = new.keys.filter { clips.contains($0.clip) && old[$0] != nil }
        var result = AnchorComparison(
            anchor: anchor.name,
            role: anchor.role,
            rates: [],
            wall: nil,
            cpu: nil,
            accuracy: nil,
            percentiles: [],
            lost: lost(anchor.name, clips, before, after)
        )
        for metric in after.metrics where before.metrics.contains(metric) {
            // Clips that a metric is not meant for say nothing about the encoder.
            let meant = after.clips(for: metric)
            let suited = clips.filter { meant.contains($0) }
            let common = common.filter { suited.contains($0.clip) }
            for clip in suited where common.contains(where: { $0.clip == clip }) {
                let (new, old) = (
                    BenchCurve(after, clip: clip, anchor: anchor.name, metric: metric),
                    BenchCurve(before, clip: clip, anchor: anchor.name, metric: metric)
                )
                result.rates.append(rate(clip, metric, of: new, against: old))
            }
            for (percent, path) in [(5, \QualitySummary.percentile5), (1, \.percentile1)] {
                let changes = new.differences(of: metric, path, from: old, at: common)
                guard !changes.isEmpty else { continue }
                let mean = changes.reduce(0, +) / Double(changes.count)
                result.percentiles.append(
                    .init(metric: metric, percent: percent, change: mean, points: changes.count)
                )
            }
        }
        let errors = common.compactMap { key -> (Double, Double)? in
            guard let left = old.missedBy(key), let right = new.missedBy(key) else { return nil }
            return (left, right)
        }
        if !errors.isEmpty {
            let count = Double(errors.count)
            result.accuracy = .init(
                before: errors.reduce(0) { $0 + $1.0 } / count,
                after: errors.reduce(0) { $0 + $1.1 } / count
            )
        }
        if comparesTimes, let reference = after.reference?.name, reference != anchor.name {
            let (oldReference, newReference) = (AnchorPoints(before, reference), AnchorPoints(after, reference))
            func change(_ time: KeyPath<BenchCost, Double>) -> AnchorComparison.Change? {
                let pairs = common.compactMap { key -> (Double, Double)? in
                    guard let a = old.median(key, time), let b = oldReference.median(key, time),
                        let c = new.median(key, time), let d = newReference.median(key, time),
                        min(a, b, c, d) > 0
                    else { return nil }
                    return (log(a / b), log(c / d))
                }
                guard !pairs.isEmpty else { return nil }
                let count = Double(pairs.count)
                return .init(
                    before: exp(pairs.reduce(0) { $0 + $1.0 } / count),
                    after: exp(pairs.reduce(0) { $0 + $1.1 } / count)
                )
            }
            result.wall = change(\.wallSeconds)
            result.cpu = change(\.cpuSeconds)
        }
        return result
    }

    /// BD-rate of a clip over the points of each run.
    private static func rate(
        _ clip: String,
        _ metric: BenchMetric,
        of new: BenchCurve,
        against old: BenchCurve
    ) -> AnchorComparison.ClipRate {
        switch BDRate.outcome(of: new.ratePoints, against: old.ratePoints) {
        case .fraction(let fraction, _): .init(clip: clip, metric: metric, fraction: fraction, reason: nil)
        case .none(let failure): .init(clip: clip, metric: metric, fraction: nil, reason: failure.description)
        }
    }

    /// Points that were measured before and are holes now.
    private static func lost(_ anchor: String, _ clips: [String], _ before: BenchRun, _ after: BenchRun) -> [String] {
        let known = Set(before.measured(anchor: anchor).map { AnchorPoints.Key($0.point) })
        return after.holes.filter { $0.point.anchor == anchor && $0.point.repetition == 1 }.compactMap { point, hole in
            guard known.contains(AnchorPoints.Key(point)) else { return nil }
            return "\(point.clip) at \(point.rate.label): \(hole.story)"
        }
    }
}
