import Foundation
import Jobs
import Media

/// The first pictures of scenes, as they are in the finished film, and next to them those of a source whose colours
/// were converted.
extension ReportPage {
    /// The pictures; nothing for a film that was not verified.
    var scenes: HTMLText {
        var pictures: HTMLText = ""
        for still in stills {
            guard let range = report.ranges.first(where: { $0.index == still.range }) else { continue }
            let caption = "\(Figure.moment(range.timeRange.start.seconds)), range \(range.index)"
            if let source = still.source {
                pictures += """
                    <figure><img alt="source of range \(range.index)" \
                    src="data:image/png;base64,\(source.base64EncodedString())"/>\
                    <figcaption>\(caption): source</figcaption></figure>

                    """
            }
            pictures += """
                <figure><img alt="first picture of range \(range.index)" \
                src="data:image/png;base64,\(still.png.base64EncodedString())"/>\
                <figcaption>\(caption)</figcaption></figure>

                """
        }
        guard !pictures.markup.isEmpty else { return "" }
        return """
            <h2>Scenes</h2>
            <div class="thumbnails">
            \(pictures)</div>
            """
    }
}
