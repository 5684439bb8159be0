import Foundation
import Media
import Reporting

/// The clip that is worst for Granary, frame by frame.
extension BenchPage {
    /// Quality over time, and the worst frames side by side.
    var frames: HTMLText {
        guard let scene, let own = scene.takes.first else { return "" }
        let digits = Self.digits(of: scene.metric)
        let plot = TimePlot(
            scene.takes.map { take in
                TimePlot.Series(title(of: take.anchor), style: style(of: take.anchor), values: take.values)
            },
            starts: scene.starts,
            end: scene.end,
            marks: scene.stills.compactMap { still in
                scene.starts.indices.contains(still.frame)
                    ? (seconds: scene.starts[still.frame], words: "frame \(still.frame)") : nil
            },
            digits: digits,
            height: 240
        )
        let takes = scene.takes.map { "\(title(of: $0.anchor)) at \(Figure.rate($0.bitsPerSecond))" }
        var page: HTMLText = """
            <h2>The clip that is worst for Granary: \(scene.clip)</h2>
            <p class="faint">\(scene.metric.title) of every frame; \
            \(takes.joined(separator: ", ")).</p>
            \(Legend(scene.takes.map { (style: style(of: $0.anchor), words: title(of: $0.anchor)) }).line)
            """
        if let plot {
            page += "<figure>\(plot.drawing("\(scene.metric.title) of \(scene.clip) over time"))</figure>\n"
        }
        for still in scene.stills {
            let seconds = scene.starts.indices.contains(still.frame) ? scene.starts[still.frame] : .nan
            let value = own.values.indices.contains(still.frame) ? own.values[still.frame] : .nan
            page += """
                <h3>Frame \(still.frame) at \(Figure.timestamp(seconds)): \(scene.metric.title) \
                \(Figure.decimal(value, digits))</h3>
                <div class="stills">
                """
            for (place, picture) in still.pictures.enumerated() {
                let take = place > 0 && place <= scene.takes.count ? scene.takes[place - 1] : nil
                let figure = take.flatMap { $0.values.indices.contains(still.frame) ? $0.values[still.frame] : nil }
                let caption = picture.title + (figure.map { ": \(Figure.decimal($0, digits))" } ?? "")
                page += Self.figure(picture.png, caption)
            }
            page += "</div>\n"
        }
        return page
    }

    /// A picture embedded in the page.
    private static func figure(_ png: [UInt8], _ caption: String) -> HTMLText {
        guard !png.isEmpty else { return "<figure><figcaption>\(caption): no picture</figcaption></figure>" }
        return """
            <figure><img alt="\(caption)" src="data:image/png;base64,\(Data(png).base64EncodedString())"/>\
            <figcaption>\(caption)</figcaption></figure>
            """
    }
}
