import Foundation
import Media
import Quality
import Reporting

/// The BD-rate from night to night.
extension BenchPage {
    /// A drawing of the first metric against the reference; empty if the suite has fewer than two runs.
    var trend: HTMLText {
        guard let subject, let reference = run.reference, history.count > 1 else { return "" }
        let nights = history.compactMap { night in
            BenchContest(night, of: subject.name, against: reference.name, metric: metric).overall
                .map { (run: night, statistics: $0) }
        }
        let places = nights.enumerated().map { ChartPoint(x: Double($0.offset), y: $0.element.statistics.mean * 100) }
        let dots = zip(places, nights).map { place, night in
            CurvePlot.Dot(
                style: "\(style(of: subject.name)) dot",
                at: place,
                spread: night.statistics.interval.map { $0.lowerBound * 100...$0.upperBound * 100 },
                words:
                    "\(Self.day(night.run.started)), \(night.run.commit ?? "commit not known"): "
                    + "\(night.statistics.description)"
            )
        }
        let names = nights.map { String(Self.day($0.run.started).dropFirst(5).prefix(5)) }
        guard let plot = CurvePlot.ofRuns(dots, style: style(of: subject.name), names: names) else { return "" }
        let lost = history.count - nights.count
        return """
            <h2>Night after night</h2>
            <p class="faint">BD-rate of \(subject.title) against \(reference.title) by \(metric.title) in percent, \
            with its interval over \
            clips\(lost > 0 ? "; \(counted(lost, "run")) without a figure left out" : "").</p>
            <figure>\(plot.drawing("BD-rate over the runs"))</figure>
            """
    }
}
