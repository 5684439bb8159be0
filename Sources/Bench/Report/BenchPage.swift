import Foundation
import Jobs
import Media
import Quality
import Reporting

/// The report of a benchmark run as one HTML page that needs no network. It has a light and a dark style, and fits a
/// phone.
package struct BenchPage: Sendable {
    let run: BenchRun
    let history: [BenchRun]
    let scene: BenchScene?
    let remarks: [String]

    /// Makes a page of a run.
    ///
    /// - Parameters:
    ///   - history: earlier runs of the same suite, and this one; in any order.
    ///   - scene: the clip that is shown frame by frame; nil for none.
    ///   - remarks: further text for the top of the page, such as findings of the regression gate.
    package init(_ run: BenchRun, history: [BenchRun] = [], scene: BenchScene? = nil, remarks: [String] = []) {
        self.run = run
        self.history = ([run] + history.filter { $0.id != run.id && $0.suite.name == run.suite.name })
            .sorted { ($0.started, $0.id) < ($1.started, $1.id) }
        self.scene = scene
        self.remarks = remarks
    }

    /// The whole page, UTF-8.
    package var document: [UInt8] {
        let content: HTMLText = """
            <h1>\(run.suite.name)</h1>
            \(facts)
            \(remarkList)
            \(overview)
            \(heat)
            \(curves)
            \(trend)
            \(frames)
            \(speed)
            \(accuracy)
            \(holes)
            \(settings)
            """
        return Page(title: "\(run.suite.name), \(Self.day(run.started))", content).document
    }

    /// The anchor that the page is about: the first one of Granary's own; nil if the suite has none.
    var subject: BenchAnchorRecord? { run.subjects.first }

    /// The metric of the curves and of the trend.
    var metric: BenchMetric { run.metrics.first ?? .psnrY }

    /// The class of an anchor's colour.
    func style(of anchor: String) -> String {
        PageStyle.series(run.anchors.firstIndex { $0.name == anchor } ?? PageStyle.seriesCount - 1)
    }

    /// The title of an anchor.
    func title(of anchor: String) -> String { run.anchors.first { $0.name == anchor }?.title ?? anchor }

    /// A summary of the run.
    private var facts: HTMLText {
        let measured = run.measured().count
        let rows = [
            ("Run", "\(run.id), \(Self.day(run.started))"),
            ("Took", Figure.duration(run.finished.timeIntervalSince(run.started))),
            ("Commit", run.commit ?? "not known"),
            ("Granary", "\(run.builds.granary), \(run.builds.encoder)"),
            ("Machine", "\(run.machine.processor), \(run.machine.coreCount) cores, \(run.machine.system)"),
            (
                "Encodes",
                "\(measured) of \(run.points.count)"
                    + (measured < run.points.count ? ": \(run.points.count - measured) are holes, listed below" : "")
            ),
        ]
        var list: HTMLText = #"<dl class="facts">"#
        for (name, value) in rows { list += "<dt>\(name)</dt><dd>\(value)</dd>" }
        list += "</dl>"
        return list
    }

    private var remarkList: HTMLText {
        guard !remarks.isEmpty else { return "" }
        var list: HTMLText = #"<ul class="verdict">"#
        for remark in remarks { list += "<li>\(remark)</li>" }
        list += "</ul>"
        return list
    }

    /// A day and time in UTC, as in `2026-03-04 02:00`.
    static func day(_ date: Date) -> String {
        let text = date.formatted(.iso8601)
        return String(text.prefix(16)).replacing("T", with: " ")
    }

    /// Number of decimals that a metric's values need.
    static func digits(of metric: BenchMetric) -> Int { metric == .ssim ? 4 : 2 }
}
