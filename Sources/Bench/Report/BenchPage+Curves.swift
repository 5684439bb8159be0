import Foundation
import Media
import Reporting

/// Quality over rate, for each kind of film and for each clip.
extension BenchPage {
    /// The drawings with their legend.
    var curves: HTMLText {
        let clips = run.clips.filter { clip in run.measured(clip: clip.name).contains { $0.of.value(of: metric) != nil }
        }
        guard !clips.isEmpty else { return "" }
        var kinds: HTMLText = ""
        for kind in BenchContentClass.allCases {
            let members = clips.filter { $0.contentClass == kind }
            guard members.count > 1, let plot = plot(of: members, width: 520, height: 320) else { continue }
            let label = "\(metric.title) over the rate, mean over the clips of \(kind.title)"
            kinds += """
                <figure><figcaption>\(kind.title): mean over \
                \(counted(members.count, "clip"))</figcaption>\(plot.drawing(label))</figure>

                """
        }
        var each: HTMLText = ""
        for clip in clips {
            guard let plot = plot(of: [clip], width: 520, height: 320) else { continue }
            each += """
                <figure><figcaption>\(clip.name)\(Self.words(clip))</figcaption>\
                \(plot.drawing("\(metric.title) of \(clip.name) over the rate"))</figure>

                """
        }
        let byKind: HTMLText =
            kinds.markup.isEmpty
            ? "" : "<h3>By kind of film</h3><div class=\"medium\">\(kinds)</div><h3>By clip</h3>"
        let legend = Legend(run.anchors.map { (style: style(of: $0.name), words: $0.title) })
        return """
            <h2>\(metric.title) over the rate</h2>
            <p class="faint">\(metric.title)\(metric.unit.isEmpty ? "" : " in \(metric.unit)") over kbit/s, \
            logarithmic; bars reach from the \
            lowest to the highest repetition.</p>
            \(legend.line)
            \(byKind)
            <div class="medium">\(each)</div>
            """
    }

    /// A line with dots for each anchor. For several clips, rates are geometric means and figures are means, at the
    /// points that all clips have.
    private func plot(of clips: [BenchClipRecord], width: Double, height: Double) -> CurvePlot? {
        var lines: [CurvePlot.Line] = []
        var dots: [CurvePlot.Dot] = []
        for anchor in run.anchors {
            let curves = clips.map { BenchCurve(run, clip: $0.name, anchor: anchor.name, metric: metric) }
            let points = Self.means(curves)
            guard !points.isEmpty else { continue }
            let style = style(of: anchor.name)
            let isGranary = anchor.role == .subject
            lines.append(
                CurvePlot.Line(
                    style: "\(style) curve\(isGranary ? "" : " dashed")",
                    points: points.map { ChartPoint(x: $0.bitsPerSecond, y: $0.value) }
                )
            )
            dots += points.map { point in
                CurvePlot.Dot(
                    style: "\(style) dot",
                    at: ChartPoint(x: point.bitsPerSecond, y: point.value),
                    spread: point.spread,
                    words: "\(anchor.title), \(point.rate.label): \(Figure.rate(point.bitsPerSecond)), \(metric.title) "
                        + "\(Figure.decimal(point.value, Self.digits(of: metric))), 5th percentile of the frames "
                        + Figure.decimal(point.percentile5, Self.digits(of: metric))
                )
            }
        }
        return CurvePlot(lines, dots, digits: Self.digits(of: metric), width: width, height: height)
    }

    /// The points that all curves have, matched by the requested rate.
    private static func means(_ curves: [BenchCurve]) -> [BenchCurve.Point] {
        guard let first = curves.first else { return [] }
        if curves.count == 1 { return first.points }
        return first.points.compactMap { point in
            let same = curves.compactMap { curve in curve.points.first { $0.rate == point.rate } }
            guard same.count == curves.count else { return nil }
            let count = Double(same.count)
            let value = same.reduce(0) { $0 + $1.value } / count
            return BenchCurve.Point(
                rate: point.rate,
                bitsPerSecond: exp(same.reduce(0) { $0 + log($1.bitsPerSecond) } / count),
                value: value,
                spread: value...value,
                percentile5: same.reduce(0) { $0 + $1.percentile5 } / count
            )
        }
    }

    private static func words(_ clip: BenchClipRecord) -> String {
        let facts = [
            clip.contentClass.title, clip.size.map(\.description),
            clip.frameRate.map { "\(Figure.shortest($0, 3)) fps" },
            clip.frameCount.map { counted($0, "frame") },
        ]
        return ": " + facts.compactMap(\.self).joined(separator: ", ")
    }
}
