import Jobs
import Media

/// The quality of every range in the film, over the film's time, drawn as SVG.
extension ReportPage {
    /// A drawing for each measured metric; nothing before there is a quality to draw.
    var qualityChart: HTMLText {
        let drawings = [
            steps("SSIM of luma", digits: 4) { $0.ssim }, steps("PSNR of luma in dB", digits: 2) { $0.psnrY },
            steps("XPSNR of luma in dB", digits: 2) { $0.xpsnrY }, steps("VMAF", digits: 2) { $0.vmaf },
        ].compactMap(\.self)
        guard !drawings.isEmpty else { return "" }
        var page: HTMLText = "<h2>Quality of every range</h2>"
        for drawing in drawings { page += drawing }
        return page
    }

    /// One metric as a horizontal line across each range, between its lowest and its highest value; nil without values.
    private func steps(_ title: String, digits: Int, _ figure: (RangeQuality) -> Double?) -> HTMLText? {
        let values = report.ranges.compactMap { range in
            range.used?.quality.flatMap(figure).map { (range: range, value: $0) }
        }.filter { $0.value.isFinite }
        guard let lowest = values.map(\.value).min(), let highest = values.map(\.value).max(),
            let start = report.ranges.first?.timeRange.start.seconds,
            let end = report.ranges.last?.timeRange.end.seconds,
            end > start
        else { return nil }
        // Equal values are in the middle of the drawing.
        let spread = highest > lowest ? highest - lowest : 1
        let middle = (highest + lowest) / 2
        var drawing: HTMLText = ""
        for (range, value) in values {
            let left = (range.timeRange.start.seconds - start) / (end - start) * 1000
            let right = (range.timeRange.end.seconds - start) / (end - start) * 1000
            let y = 60 - (value - middle) / spread * 70
            drawing += """
                <rect class="point" x="\(Figure.decimal(left, 2))" y="\(Figure.decimal(y - 2, 2))" \
                width="\(Figure.decimal(max(right - left - 1, 1), 2))" height="4">\
                <title>range \(range.index): \(Figure.decimal(value, digits))</title></rect>

                """
        }
        return """
            <figure><svg viewBox="0 0 1000 120" role="img" aria-label="\(title) of every range over the film's time">
            \(drawing)<text x="4" y="16">\(title)</text>\
            <text x="1000" y="16" text-anchor="end">highest \(Figure.decimal(highest, digits))</text>\
            <text x="1000" y="114" text-anchor="end">lowest \(Figure.decimal(lowest, digits))</text></svg></figure>
            """
    }
}
