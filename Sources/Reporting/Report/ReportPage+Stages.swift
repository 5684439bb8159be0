import Jobs
import Media

/// Time and memory of each stage, as a drawing and as a table.
extension ReportPage {
    /// One row for each stage, below a drawing of CPU time and workers' time.
    var stages: HTMLText {
        guard !report.stages.isEmpty else { return "" }
        var rows: HTMLText = ""
        for stage in report.stages {
            rows += """
                <tr><td class="text">\(stage.stage.rawValue)</td><td>\(stage.results)</td>\
                <td>\(Figure.duration(stage.cpuSeconds))</td><td>\(Figure.duration(stage.wallSeconds))</td>\
                <td>\(Figure.size(bytes: Double(stage.maximumResidentBytes)))</td></tr>

                """
        }
        return """
            <h2>Time and memory</h2>
            \(stageChart)
            <div class="wide"><table><thead><tr><th class="text">Stage</th><th>Results</th><th>CPU time</th>\
            <th>Workers\u{2019} time</th><th>Peak memory</th></tr></thead><tbody>
            \(rows)</tbody></table></div>
            """
    }

    /// Two bars for each stage, relative to the longest: CPU time, and the wall time of all workers.
    private var stageChart: HTMLText {
        let longest = report.stages.reduce(0) { max($0, $1.cpuSeconds, $1.wallSeconds) }
        guard longest > 0, longest.isFinite else { return "" }
        let (left, room, step) = (80.0, 780.0, 44.0)
        func number(_ value: Double) -> String { Figure.decimal(value, 2) }
        var drawing: HTMLText = ""
        for (place, stage) in report.stages.enumerated() {
            let top = Double(place) * step + 4
            drawing += #"<text x="0" y="\#(number(top + 22))">\#(stage.stage.rawValue)</text>"#
            let bars: [(style: String, name: String, seconds: Double)] = [
                ("pass2", "CPU time", stage.cpuSeconds), ("pass1", "workers\u{2019} time", stage.wallSeconds),
            ]
            for (row, bar) in bars.enumerated() {
                let y = top + Double(row) * 17
                let width = max(bar.seconds / longest, 0) * room
                let words = "\(stage.stage.rawValue): \(Figure.duration(bar.seconds)) of \(bar.name)"
                drawing += """
                    <rect class="\(bar.style) stage" x="\(number(left))" y="\(number(y))" \
                    width="\(number(max(width, 0.5)))" \
                    height="15"><title>\(words)</title></rect>\
                    <text x="\(number(left + width + 6))" y="\(number(y + 12))">\(Figure.duration(bar.seconds))</text>

                    """
            }
        }
        let height = Figure.decimal(Double(report.stages.count) * step, 0)
        return """
            <figure><svg viewBox="0 0 1000 \(height)" role="img" aria-label="CPU time and workers\u{2019} time of \
            every stage">
            \(drawing)</svg>
            <figcaption><span class="key pass2"></span>CPU time <span class="key pass1"></span>workers\u{2019} time: \
            sum of the wall times of all workers</figcaption></figure>
            """
    }
}
