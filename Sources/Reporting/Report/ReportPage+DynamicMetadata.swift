import Jobs
import Media

/// The dynamic HDR metadata that the film keeps, and how bright it says that the scenes are.
extension ReportPage {
    /// A sentence and a drawing; nothing for a film without such metadata.
    var dynamicMetadata: HTMLText {
        guard let metadata = report.dynamicMetadata else { return "" }
        return """
            <h2>Dynamic HDR metadata</h2>
            <p>\(Self.sentence(metadata, seconds: report.source.video.timeline.timeRange.duration.seconds))</p>
            \(brightnessChart(metadata.brightness))
            """
    }

    /// What is kept, and how many bits it takes.
    static func sentence(_ metadata: FilmMetadata, seconds: Double) -> String {
        var kinds: [String] = []
        if metadata.hdr10PlusCount > 0 {
            let inherited =
                metadata.inheritedCount > 0
                ? " (\(metadata.inheritedCount) of an earlier picture, as in the source\u{2019}s decoding order)" : ""
            kinds.append("HDR10+ of \(counted(metadata.hdr10PlusCount, "frame"))\(inherited)")
        }
        if metadata.dolbyVisionCount > 0 {
            kinds.append("the Dolby Vision RPUs of \(counted(metadata.dolbyVisionCount, "frame"))")
        }
        let rate = seconds > 0 ? Double(metadata.bits) / seconds : 0
        return "The film keeps \(kinds.joined(separator: " and ")), byte for byte. "
            + "They take \(Figure.rate(rate)), which is part of the film\u{2019}s rate but not of that of its ranges."
    }

    private func brightnessChart(_ course: BrightnessCourse?) -> HTMLText {
        let timeline = report.source.video.timeline
        guard let course, course.frameCount == timeline.count else { return "" }
        let known = course.stretches.indices.compactMap { stretch in
            course.stretches[stretch].map { (frame: course.firstFrame(of: stretch), brightness: $0) }
        }
        let plot = TimePlot(
            [
                TimePlot.Series(
                    "brightest component",
                    style: PageStyle.series(1),
                    values: known.map(\.brightness.maximum)
                ),
                TimePlot.Series("average", style: PageStyle.series(2), values: known.map(\.brightness.average)),
            ],
            starts: known.map { timeline.time(of: $0.frame).seconds },
            end: timeline.timeRange.end.seconds,
            floor: 0,
            digits: 0,
            height: 180
        )
        guard let plot else { return "" }
        return """
            <figure><figcaption>Brightness of the scenes by the metadata in cd/m²: brightest component and average\
            </figcaption>\(plot.drawing("brightness of the scenes over the film's time"))</figure>
            """
    }
}
