import Foundation
import Quality

/// A run of a history with the figure that its suite is followed by: the BD-rate of Granary against the reference by
/// the first metric.
package struct TrendPoint: Hashable, Sendable, Codable {
    /// The run.
    package var run: HistoryEntry
    /// Title of what was measured; nil if the suite has no anchor of Granary.
    package var subject: String?
    /// Title of what it is compared with; nil if the suite has no reference.
    package var reference: String?
    /// Title of the metric.
    package var metric: String
    /// Mean over the clips in percent, negative if Granary takes fewer bits; nil without a figure.
    package var percent: Double?
    /// The interval of the mean over clips in percent, lowest and highest; nil without one.
    package var interval: [Double]?

    /// Computes the figure of a run.
    package init(of run: BenchRun, _ entry: HistoryEntry) {
        self.run = entry
        let metric = run.metrics.first ?? .psnrY
        (subject, reference, self.metric) = (run.subjects.first?.title, run.reference?.title, metric.title)
        guard let subject = run.subjects.first, let reference = run.reference else { return }
        let overall = BenchContest(run, of: subject.name, against: reference.name, metric: metric).overall
        percent = overall.map { $0.mean * 100 }
        interval = overall?.interval.map { [$0.lowerBound * 100, $0.upperBound * 100] }
    }
}
