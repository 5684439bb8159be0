import Jobs
import Media

/// The bit rate of every range over the film's time, pass by pass, drawn as SVG.
extension ReportPage {
    private static let width = 1000.0
    private static let height = 260.0
    private static let floor = 225.0
    private static let ceiling = 12.0

    /// The drawing with its legend. Analyses are left out, because their samples are thrown away.
    var chart: HTMLText {
        let film = report.ranges.reduce(0) { max($0, $1.timeRange.end.seconds) }
        let start = report.ranges.first?.timeRange.start.seconds ?? 0
        let highest = report.ranges.reduce(0) { top, range in
            encodes(of: range).reduce(top) { max($0, rate($1.bits, range), $1.targetBits.map { rate($0, range) } ?? 0) }
        }
        guard film > start, highest > 0 else { return "<p>Nothing is encoded yet.</p>" }
        let scale = Scale(start: start, seconds: film - start, highest: highest)
        var drawing: HTMLText = ""
        var labels: HTMLText = ""
        for share in [0.25, 0.5, 0.75, 1] {
            let y = scale.y(highest * share)
            drawing += #"<line class="grid" x1="0" x2="1000" y1="\#(Self.number(y))" y2="\#(Self.number(y))"/>"#
            labels += #"<text x="4" y="\#(Self.number(y - 3))">\#(Figure.rate(highest * share))</text>"#
        }
        for range in report.ranges { drawing += bars(of: range, scale) }
        drawing += labels
        drawing += """
            <text x="0" y="245">\(Figure.timestamp(start))</text>\
            <text x="1000" y="245" text-anchor="end">\(Figure.timestamp(film))</text>
            """
        return """
            <figure><svg viewBox="0 0 1000 260" role="img" aria-label="bit rate of every range over the film's time">
            \(drawing)</svg>
            <figcaption>\(legend)</figcaption></figure>
            """
    }

    /// Bars of the encodes of a range, side by side. A line across each bar marks its target.
    private func bars(of range: RangeReport, _ scale: Scale) -> HTMLText {
        let encodes = encodes(of: range)
        guard !encodes.isEmpty else { return "" }
        let left = scale.x(range.timeRange.start.seconds)
        let room = scale.x(range.timeRange.end.seconds) - left
        // The gap between ranges shrinks with the room, so that bars of a long film do not get too thin.
        let gap = min(room * 0.15, 2)
        let each = (room - gap) / Double(encodes.count)
        var drawing: HTMLText = ""
        for (place, encode) in encodes.enumerated() {
            let x = left + Double(place) * each
            let top = scale.y(rate(encode.bits, range))
            let words =
                "range \(range.index), pass \(encode.pass): \(Figure.rate(rate(encode.bits, range))), "
                + "\(encode.isUsed ? "in the film" : "not in the film")"
                + (encode.missedBy.map { ", missed by \(Figure.miss($0))" } ?? "")
            drawing += """
                <rect class="\(Self.colour(of: encode.pass))\(encode.isUsed ? "" : " unused")" \
                x="\(Self.number(x))" y="\(Self.number(top))" width="\(Self.number(each))" \
                height="\(Self.number(Self.floor - top))"><title>\(words)</title></rect>

                """
            if let targetBits = encode.targetBits {
                let y = Self.number(scale.y(rate(targetBits, range)))
                drawing += """
                    <line class="target" x1="\(Self.number(x))" x2="\(Self.number(x + each))" y1="\(y)" y2="\(y)"/>

                    """
            }
        }
        return drawing
    }

    private var legend: HTMLText {
        let passes = Set(report.ranges.flatMap { encodes(of: $0).map(\.pass) }).sorted()
        var words: HTMLText = ""
        for pass in passes {
            words += #"<span class="key \#(Self.colour(of: pass))"></span>pass \#(pass) "#
        }
        words += #"<span class="key unused"></span>pale: not in the film "#
        words += #"<span class="key target"></span>target"#
        return words
    }

    private func encodes(of range: RangeReport) -> [EncodeReport] {
        range.encodes.filter { !$0.isAnalysis }
    }

    /// The rate of a range in bit/s.
    private func rate(_ bits: Int, _ range: RangeReport) -> Double {
        let seconds = range.timeRange.duration.seconds
        return seconds > 0 ? Double(bits) / seconds : 0
    }

    /// The class of a pass: one of four colours, the last of which is for pass 4 and all later ones.
    static func colour(of pass: Int) -> String { "pass\(min(max(pass, 1), 4))" }

    private static func number(_ value: Double) -> String { Figure.decimal(value, 2) }

    private struct Scale {
        let start: Double
        let seconds: Double
        let highest: Double

        func x(_ time: Double) -> Double { (time - start) / seconds * ReportPage.width }

        func y(_ rate: Double) -> Double {
            ReportPage.floor - rate / highest * (ReportPage.floor - ReportPage.ceiling)
        }
    }
}
