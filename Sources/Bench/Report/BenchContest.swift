package import Quality

/// BD-rates of one anchor against another over all clips of a run, by one metric.
package struct BenchContest: Hashable, Sendable {
    /// The anchor whose BD-rates these are.
    package let subject: String
    /// The anchor that it is compared with.
    package let other: String
    /// The metric of quality.
    package let metric: BenchMetric
    /// BD-rate of each clip that the metric is meant for, in the order of the run.
    package let clips: [RateStatistics.Clip]
    /// Clips that the metric is not meant for; they are in no mean.
    package let unsuited: [String]
    /// Number of missing encodes of each clip; clips without missing encodes are left out.
    package let missing: [String: Int]

    /// Compares two anchors of a run.
    package init(_ run: BenchRun, of subject: String, against other: String, metric: BenchMetric) {
        self.subject = subject
        self.other = other
        self.metric = metric
        unsuited = run.clips.filter { !$0.isMeant(for: metric) }.map(\.name)
        var missing: [String: Int] = [:]
        clips = run.clips.filter { $0.isMeant(for: metric) }.map { clip in
            let (own, others) = (
                BenchCurve(run, clip: clip.name, anchor: subject, metric: metric),
                BenchCurve(run, clip: clip.name, anchor: other, metric: metric)
            )
            if own.missing + others.missing > 0 { missing[clip.name] = own.missing + others.missing }
            return RateStatistics.Clip(
                name: clip.name,
                kind: clip.contentClass.title,
                outcome: BDRate.outcome(of: own.ratePoints, against: others.ratePoints)
            )
        }
        self.missing = missing
    }

    /// All clips together; nil when none has a figure.
    package var overall: RateStatistics? { RateStatistics(clips) }

    /// The clip whose BD-rate is worst for the subject; nil when none has a figure.
    package var worst: RateStatistics.Clip? {
        clips.filter { $0.outcome.fraction != nil }.max {
            ($0.outcome.fraction ?? 0, $1.name) < ($1.outcome.fraction ?? 0, $0.name)
        }
    }
}
