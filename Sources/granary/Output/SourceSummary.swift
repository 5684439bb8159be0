import Coordination
import Jobs
import Media

/// A probed source as text.
struct SourceSummary {
    /// Aligned lines, each with its line break.
    let text: String

    init(_ source: SourceDescription) {
        let video = source.video
        let timeline = video.timeline
        var rows: [(String, String)] = zip(source.parts, source.frameRanges).map { film, frames in
            let part = source.films == nil ? "" : ", frames \(frames.lowerBound) to \(frames.upperBound - 1)"
            return ("file", "\(film.path) (\(film.container), \(film.identity.byteCount) bytes)\(part)")
        }
        if source.parts.contains(where: { !$0.video.isLike(video) }) {
            rows += source.parts.map { film in
                let colour = film.video.colourMetadata.dynamicRange
                return (
                    "its pictures",
                    "\(film.fileName): \(film.video.size), \(film.video.sourcePixelFormat), "
                        + "\(film.video.timeline.averageRate.text) a second, \(colour), \(film.video.colour)"
                )
            }
        }
        rows += [
            ("duration", Self.duration(timeline.timeRange.duration)),
            ("video", "\(video.codec), \(video.size), \(video.sourcePixelFormat), \(video.format.bitDepth) bit"),
            (
                "frames",
                "\(timeline.count), \(timeline.averageRate.text) a second"
                    + (timeline.hasConstantRate ? "" : " on average (variable)")
                    + (source.codedRate == nil ? "" : ", as the stream states: its pictures have no times")
            ),
            ("dynamic range", video.colourMetadata.dynamicRange),
            ("colour", Self.colour(video.colour)),
        ]
        if let display = video.masteringDisplay { rows.append(("mastering", "\(display), \(display.text)")) }
        if let light = video.contentLight { rows.append(("light", "\(light)")) }
        if let ambient = video.ambientViewing { rows.append(("ambient light", "\(ambient)")) }
        if let location = video.chromaLocation {
            rows.append(("chroma samples", ChromaLocationNames.name(of: location)))
        }
        if let profile = video.colourProfile { rows.append(("ICC profile", "\(profile)")) }
        if let dolbyVision = video.dolbyVision { rows.append(("Dolby Vision", "\(dolbyVision)")) }
        for film in source.parts {
            let name = source.films == nil ? "" : "\(film.fileName): "
            rows += (film.video.dynamicMetadata?.lines ?? []).map { ("dynamic HDR", name + $0) }
        }
        rows += video.colourWarnings.map { ("warning", $0) }
        if let aperture = video.cleanAperture { rows.append(("shown", "\(aperture)")) }
        if video.pixelAspect != .square {
            rows.append(("pixel", "\(video.pixelAspect.horizontal):\(video.pixelAspect.vertical)"))
        }
        if video.displayMatrix != nil { rows.append(("rotation", "by a display matrix, kept")) }
        for (index, track) in source.audio.enumerated() {
            let fate =
                track.obstacle.map { obstacle in
                    "not carried: \(obstacle)" + (track.isDecodable == true ? " (audio: aac encodes it)" : "")
                } ?? "carried"
            rows.append(
                (
                    "audio \(index)",
                    "\(track.codec), \(track.sampleRate) Hz, \(counted(track.channelCount, "channel")), "
                        + "\(track.language); \(fate)"
                )
            )
        }
        rows += (source.damage ?? []).map { ("missing", $0) }
        for track in source.subtitles ?? [] {
            let fate =
                track.obstacle.map { "not carried: \($0)" } ?? track.loss.map { "carried, without \($0)" } ?? "carried"
            rows.append(
                ("subtitles", "\(track.codec), \(counted(track.textCount, "text")), \(track.language); \(fate)")
            )
        }
        if let chapters = source.chapters { rows.append(("chapters", "\(chapters.count), carried")) }
        if let timecode = source.timecode {
            rows.append(("timecode", "\(timecode.firstFrame) frames at the start, carried"))
        }
        for item in source.metadata ?? [] where item.key == "title" { rows.append(("title", item.value)) }
        rows += source.losses().map { ("not carried", $0) }
        rows.append(("identity", source.identity.contentHash))
        rows.append(("read by", source.readerBuild))
        let width = rows.map(\.0.count).max() ?? 0
        text = rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + PlainText.field($0.1) + "\n" }
            .joined()
    }

    private static func duration(_ time: MediaTime) -> String {
        let milliseconds = time.rounded(to: 1000).value
        let fraction = String(milliseconds % 1000 + 1000).dropFirst()
        return "\(ProgressText.clock(seconds: Double(milliseconds / 1000))).\(fraction) (\(time))"
    }

    private static func colour(_ colour: ColourDescription) -> String {
        let range = colour.isFullRange.map { $0 ? "full range" : "limited range" } ?? "range unspecified"
        return [
            "primaries " + ColourNames.name(of: colour.primaries, in: ColourNames.primaries),
            "transfer " + ColourNames.name(of: colour.transfer, in: ColourNames.transfers),
            "matrix " + ColourNames.name(of: colour.matrix, in: ColourNames.matrices),
            range,
        ].joined(separator: ", ")
    }
}

extension VideoTrack {
    /// Whether a film's pictures are described as those of the whole source.
    fileprivate func isLike(_ whole: VideoTrack) -> Bool {
        hasShape(of: whole) && colourAsYCbCr.isAlike(to: whole.colourAsYCbCr)
            && sourcePixelFormat == whole.sourcePixelFormat
    }
}
