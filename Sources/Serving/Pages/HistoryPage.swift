import Foundation
import Media
import Reporting

/// The benchmark history: for each suite its trend, and its runs with their reports.
struct HistoryPage {
    private let runs: [BenchmarkRun]

    /// Takes the runs, oldest first.
    init(_ runs: [BenchmarkRun]) { self.runs = runs }

    /// The page.
    var frame: PageFrame {
        var suites: HTMLText = ""
        for suite in Set(runs.map(\.run.suite)).sorted() {
            let own = runs.filter { $0.run.suite == suite }
            suites += "<h2>\(suite)</h2>\(trend(own))\(table(own))"
        }
        return PageFrame(
            title: "Benchmarks",
            place: .history,
            "<h1>Benchmarks</h1>\(runs.isEmpty ? "<p>The history has no runs.</p>" as HTMLText : suites)"
        )
    }

    /// The BD-rate from run to run; empty for fewer than two runs with a figure.
    private func trend(_ runs: [BenchmarkRun]) -> HTMLText {
        let known = runs.filter { $0.percent?.isFinite == true }
        guard known.count > 1, let last = known.last else { return "" }
        let places = known.enumerated().map { ChartPoint(x: Double($0.offset), y: $0.element.percent ?? 0) }
        let dots = zip(places, known).map { place, run in
            let interval = run.interval ?? []
            return CurvePlot.Dot(
                style: "s0 dot",
                at: place,
                spread: interval.count == 2 && interval[0] <= interval[1] ? interval[0]...interval[1] : nil,
                words: "\(Self.day(run)), \(run.run.commit ?? "commit not known"): "
                    + "\(Figure.decimal(run.percent ?? 0, 2)) %"
            )
        }
        let names = known.map { String(Self.day($0).dropFirst(5)) }
        guard let plot = CurvePlot.ofRuns(dots, style: "s0", names: names) else { return "" }
        return """
            <p class="faint">BD-rate of \(last.subject ?? "Granary") against \(last.reference ?? "the reference") by \
            \(last.metric) in percent, with its interval over clips; less is better.</p>
            <figure>\(plot.drawing("BD-rate over the runs"))</figure>
            """
    }

    private func table(_ runs: [BenchmarkRun]) -> HTMLText {
        var rows: HTMLText = ""
        for run in runs.reversed() {
            rows += """
                <tr><th scope="row" class="text"><a href="/history/\(run.run.id)">\(Self.day(run))</a></th>\
                <td class="text"><code>\(run.run.commit.map { String($0.prefix(12)) } ?? "")</code></td>\
                <td>\(run.percent.map { Figure.decimal($0, 2) + " %" } ?? "–")</td><td>\(run.run.measured)</td>\
                <td>\(run.run.holes)</td><td class="text">\(run.run.accepted == nil ? "" : "accepted")</td></tr>

                """
        }
        return """
            <div class="wide" tabindex="0" role="region" aria-label="Runs"><table><thead><tr>\
            <th class="text" scope="col">Run</th><th class="text" scope="col">Commit</th><th scope="col">BD-rate</th>\
            <th scope="col">Points</th><th scope="col">Holes</th><th class="text" scope="col"></th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    private static func day(_ run: BenchmarkRun) -> String { String(run.run.started.formatted(.iso8601).prefix(10)) }
}
