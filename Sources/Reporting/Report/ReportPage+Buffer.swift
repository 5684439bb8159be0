import Media

/// The decoder's buffer over the film: its fullness at every seam, and its lowest fullness in every range.
extension ReportPage {
    /// The drawing and the table; nothing for a film without a buffer.
    var buffer: HTMLText {
        guard let passage = report.buffer, passage.parts.count == report.ranges.count else { return "" }
        var rows: HTMLText = ""
        for (range, part) in zip(report.ranges, passage.parts) {
            rows += """
                <tr><td>\(range.index)</td><td>\(Figure.timestamp(range.timeRange.start.seconds))</td>\
                <td>\(passage.share(of: part.startBits))</td><td>\(passage.share(of: part.leastBits))</td>\
                <td>\(part.underflows)</td></tr>

                """
        }
        return """
            <h2>The decoder\u{2019}s buffer</h2>
            <p>\(Self.sentence(passage))</p>
            \(bufferChart(passage))
            <details><summary>Range by range</summary>
            <div class="wide"><table><thead><tr><th>Range</th><th>Start</th><th>Fullness at the start</th>\
            <th>Lowest fullness</th><th>Late pictures</th></tr></thead><tbody>
            \(rows)</tbody></table></div></details>
            """
    }

    /// The outcome in a sentence.
    static func sentence(_ passage: BufferPassage) -> String {
        guard passage.isInTime else {
            return
                "With \(passage.limits), \(passage.underflows) pictures arrive too late: up to \(passage.missingBits) "
                + "bits are missing."
        }
        let least = passage.leastBits.map { "; the buffer is always at least \(passage.share(of: $0)) full" } ?? ""
        return "With \(passage.limits), every picture arrives in time\(least)."
    }

    /// A line through the fullness at the seams, and a bar for the lowest fullness of every range.
    private func bufferChart(_ passage: BufferPassage) -> HTMLText {
        let start = report.ranges.first?.timeRange.start.seconds ?? 0
        let end = report.ranges.last?.timeRange.end.seconds ?? 0
        guard end > start else { return "" }
        func x(_ seconds: Double) -> Double { (seconds - start) / (end - start) * 1000 }
        func y(_ bits: Int) -> Double {
            150 - min(max(Double(bits) / Double(passage.limits.bufferBits), 0), 1) * 138
        }
        func number(_ value: Double) -> String { Figure.decimal(value, 2) }
        var drawing: HTMLText = ""
        for share in [0, 0.5, 1] {
            let height = number(150 - share * 138)
            drawing += #"<line class="grid" x1="0" x2="1000" y1="\#(height)" y2="\#(height)"/>"#
        }
        var points: [String] = []
        for (range, part) in zip(report.ranges, passage.parts) {
            let (left, right) = (x(range.timeRange.start.seconds), x(range.timeRange.end.seconds))
            points.append("\(number(left)),\(number(y(part.startBits)))")
            drawing += """
                <rect class="\(part.underflows > 0 ? "pass4" : "pass2")" x="\(number(left))" \
                y="\(number(y(part.leastBits)))" \
                width="\(number(max(right - left - 1, 0.5)))" height="\(number(150 - y(part.leastBits)))">\
                <title>range \(range.index): \(passage.share(of: part.startBits)) full at the start, at least \
                \(passage.share(of: part.leastBits)) full</title></rect>

                """
        }
        points.append("1000,\(number(y(passage.endBits)))")
        drawing += #"<polyline class="target" fill="none" points="\#(points.joined(separator: " "))"/>"#
        return """
            <figure><svg viewBox="0 0 1000 160" role="img" aria-label="fullness of the decoder's buffer over the \
            film's time">
            \(drawing)</svg>
            <figcaption>bars: lowest fullness in each range; line: fullness at the start of each range; \
            topmost line: full buffer</figcaption></figure>
            """
    }
}
