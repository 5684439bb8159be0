import Jobs
import Media

/// The quality of every frame in the film over its time, on bands whose colours show the pass of each range.
extension ReportPage {
    /// A drawing for each measured metric; nothing before every range is encoded.
    var frames: HTMLText {
        let used = report.ranges.compactMap { range in
            range.used.flatMap { encode in encode.figures.map { (range: range, encode: encode, figures: $0) } }
        }
        guard used.count == report.ranges.count, let last = report.ranges.last else { return "" }
        let timeline = report.source.video.timeline
        let count = used.reduce(0) { $0 + $1.range.frames.count }
        guard count == last.frames.upperBound, count <= timeline.count else { return "" }
        let starts = (0..<count).map { timeline.time(of: $0).seconds }
        let bands = used.enumerated().map { place, part in
            TimePlot.Band(
                part.range.timeRange.start.seconds..<part.range.timeRange.end.seconds,
                style: Self.colour(of: part.encode.pass) + (place % 2 == 0 ? "" : " band0"),
                words: "range \(part.range.index), from pass \(part.encode.pass)"
            )
        }
        let figures = FrameFigures(joining: used.map(\.figures))
        let metrics: [(String, Int, [Double]?)] = [
            ("PSNR of luma in dB", 2, figures.psnr), ("SSIM of luma", 4, figures.ssim),
            ("XPSNR of luma in dB", 2, figures.xpsnr), ("VMAF", 2, figures.vmaf),
        ]
        var page: HTMLText = ""
        for (name, digits, values) in metrics {
            guard let values,
                let plot = TimePlot(
                    [TimePlot.Series(name, style: PageStyle.series(2), values: values)],
                    starts: starts,
                    end: last.timeRange.end.seconds,
                    bands: bands,
                    digits: digits,
                    height: 180
                )
            else { continue }
            page += """
                <figure><figcaption>\(name)</figcaption>\
                \(plot.drawing("\(name) of every frame over the film's time"))</figure>

                """
        }
        guard !page.markup.isEmpty else { return "" }
        var key: HTMLText = ""
        for pass in Set(used.map(\.encode.pass)).sorted() {
            key += #"<span class="key \#(Self.colour(of: pass))"></span>range from pass \#(pass) "#
        }
        return "<h2>Quality of every frame</h2>\n\(page)<p class=\"legend\">\(key)</p>"
    }
}
