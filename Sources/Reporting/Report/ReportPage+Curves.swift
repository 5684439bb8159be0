import Jobs
import Media

/// Quality over rate of the film and of its ranges, with every encode, drawn as SVG.
extension ReportPage {
    /// The most drawings of ranges: more would make the page slow.
    static let mostCurves = 36

    /// The film's drawing, and one for each range; nothing before there is an encode with known quality.
    var curves: HTMLText {
        let metric = report.job.judgedMetric ?? .psnr
        let film = CurvePlot(
            lines(report.curves),
            filmDots(metric),
            digits: metric.digits,
            width: 1000,
            height: 320
        )
        let ranges = drawnRanges.compactMap { range in
            CurvePlot(lines(range.curves), dots(of: range, metric), digits: metric.digits, width: 320, height: 200)
                .map { (range: range, plot: $0) }
        }
        guard film != nil || !ranges.isEmpty else { return "" }
        var page: HTMLText = "<h2>\(metric.name) over the rate</h2>"
        if let film {
            page += "<figure>\(film.drawing("\(metric.name) of the film over its rate"))</figure>"
        }
        page += "<p>\(metric.name)\(metric.unit.isEmpty ? "" : " in\(metric.unit)") over kbit/s. \(curveLegend)</p>"
        guard !ranges.isEmpty else { return page }
        var small: HTMLText = ""
        for (range, plot) in ranges {
            let label = "\(metric.name) of range \(range.index) over its rate"
            small +=
                """
                <figure><figcaption>range \(range.index), \
                \(Self.span(range.timeRange))</figcaption>\(plot.drawing(label))</figure>

                """
        }
        let isWhole = ranges.count == report.ranges.count
        let title =
            isWhole
            ? "Range by range"
            : "\(counted(ranges.count, "range")) of \(report.ranges.count): those with the most encodes, then the "
                + "largest"
        page +=
            """
            <details\(isWhole ? " open" : "")><summary>\(title)</summary><div \
            class="small">\n\(small)</div></details>
            """
        return page
    }

    /// All ranges. If there are too many, those with the most encodes are drawn, and then those with the most bits.
    private var drawnRanges: [RangeReport] {
        guard report.ranges.count > Self.mostCurves else { return report.ranges }
        let order = report.ranges.sorted { left, right in
            let (a, b) = (left.encodes.count, right.encodes.count)
            if a != b { return a > b }
            let (c, d) = (left.used?.bits ?? 0, right.used?.bits ?? 0)
            return c == d ? left.index < right.index : c > d
        }
        return order.prefix(Self.mostCurves).sorted { $0.index < $1.index }
    }

    private func lines(_ curves: RateDistortion?) -> [CurvePlot.Line] {
        [
            curves?.predicted.map { CurvePlot.Line(style: "predicted", points: $0.points) },
            curves?.fitted.map { CurvePlot.Line(style: "fitted", points: $0.points) },
        ].compactMap(\.self)
    }

    /// Every encode of a range, including its analysis if that was measured.
    private func dots(of range: RangeReport, _ metric: QualityMetric) -> [CurvePlot.Dot] {
        let seconds = range.timeRange.duration.seconds
        return range.encodes.compactMap { encode in
            guard let value = encode.quality?.figure(metric), seconds > 0 else { return nil }
            let fate = encode.isUsed ? "in the film" : encode.isAnalysis ? "analysis" : "not in the film"
            return dot(
                encode.pass,
                bitsPerSecond: Double(encode.bits) / seconds,
                value,
                metric,
                isUsed: encode.isUsed,
                "pass \(encode.pass), \(fate)"
            )
        }
    }

    /// The film after its first encodes, and the film as it is.
    private func filmDots(_ metric: QualityMetric) -> [CurvePlot.Dot] {
        let scale = QualityScale(metric: metric)
        let seconds = report.ranges.reduce(0) { $0 + $1.timeRange.duration.seconds }
        func dot(_ words: String, isUsed: Bool, _ encode: (RangeReport) -> EncodeReport?) -> CurvePlot.Dot? {
            let encodes = report.ranges.compactMap(encode)
            let figures = encodes.compactMap { encode in
                encode.quality.flatMap { quality in
                    quality.figure(metric).map { (value: $0, frames: quality.frameCount) }
                }
            }
            guard seconds > 0, figures.count == report.ranges.count, let value = scale.mean(figures) else { return nil }
            let bits = encodes.reduce(0) { $0 + $1.bits }
            let pass = encodes.map(\.pass).max() ?? 2
            return self.dot(pass, bitsPerSecond: Double(bits) / seconds, value, metric, isUsed: isUsed, words)
        }
        let first = dot("the film after its first encodes", isUsed: false) { range in
            range.encodes.first { !$0.isAnalysis }
        }
        let last = dot("the film", isUsed: true, \.used)
        let isEncodedAgain = report.totals.framesEncodedAgain > 0
        return [isEncodedAgain || last == nil ? first : nil, last].compactMap(\.self)
    }

    private func dot(
        _ pass: Int,
        bitsPerSecond: Double,
        _ value: Double,
        _ metric: QualityMetric,
        isUsed: Bool,
        _ words: String
    ) -> CurvePlot.Dot {
        CurvePlot.Dot(
            style: Self.colour(of: pass) + (isUsed ? " kept" : " unused"),
            at: ChartPoint(x: bitsPerSecond, y: value),
            words: "\(words): \(Figure.rate(bitsPerSecond)), \(Figure.decimal(value, metric.digits))\(metric.unit)"
        )
    }

    private var curveLegend: HTMLText {
        let passes = Set(report.ranges.flatMap { $0.encodes.filter { $0.quality != nil }.map(\.pass) }).sorted()
        var words: HTMLText = ""
        for pass in passes {
            words += #"<span class="key \#(Self.colour(of: pass))"></span>pass \#(pass) "#
        }
        words += #"<span class="key unused"></span>pale: not in the film "#
        words += #"<span class="key fittedKey"></span>by the encodes "#
        if report.ranges.contains(where: { $0.curves?.predicted != nil }) {
            words += #"<span class="key predictedKey"></span>predicted from the analysis"#
        }
        return words
    }
}
