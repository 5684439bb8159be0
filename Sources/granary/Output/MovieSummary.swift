import Coordination
import ISOMedia
import Jobs
import Media

/// An inspected film as text.
struct MovieSummary {
    /// Lines, each with its line break.
    let text: String

    init(_ movie: MovieDescription, path: String, showsBoxes: Bool) {
        var lines = [
            "\(path): \(movie.byteCount) bytes" + Self.seconds(movie.duration, movie.timescale)
        ]
        let brands = movie.compatibleBrands.map(\.description).joined(separator: " ")
        lines.append("  brand \(movie.majorBrand?.description ?? "none") (\(brands))")
        lines.append("  " + (movie.isFastStart ? "movie box in front" : "movie box behind the media"))
        if movie.isFragmented {
            lines.append("  fragmented, \(counted(movie.fragmentCount, "fragment")): their samples are not listed")
        }
        for (index, track) in movie.tracks.enumerated() { lines += Self.lines(of: track, number: index + 1, in: movie) }
        lines += movie.findings.map { "finding: \($0)" }
        if showsBoxes { lines += movie.boxes.flatMap { Self.lines(of: $0, indent: "") } }
        text = lines.map { PlainText.field($0) + "\n" }.joined()
    }

    private static func lines(of track: TrackDescription, number: Int, in movie: MovieDescription) -> [String] {
        let language = track.media.map { ", \($0.language)" } ?? ""
        let handler = track.handler?.description ?? "unknown"
        var lines = [
            "track \(number): \(handler)\(language)" + seconds(track.media?.duration, track.media?.timescale)
        ]
        if let samples = track.samples {
            lines.append(
                "  \(counted(samples.count, "sample")), \(samples.syncSampleCount) sync, \(track.byteCount) bytes"
                    + (samples.hasLargeOffsets ? ", 64-bit offsets" : "")
            )
        }
        if let video = track.video { lines += self.lines(of: video) }
        if let audio = track.audio {
            lines.append("  \(audio.format), \(audio.sampleRate) Hz, \(counted(Int(audio.channelCount), "channel"))")
            if let rate = audio.bitRate {
                lines.append("  btrt: average \(rate.average), maximum \(rate.maximum) bit/s")
            }
        }
        if let levels = track.temporalLevels, levels.highestLevel ?? 0 > 0 { lines += self.lines(of: levels) }
        for edit in track.edits {
            let source = edit.isEmpty ? "nothing" : "from tick \(edit.mediaTime)"
            lines.append("  edit: \(source) for \(edit.duration)/\(movie.timescale ?? 0) s")
        }
        return lines
    }

    private static func lines(of levels: TemporalLevelMap) -> [String] {
        var lines = zip(UInt8(0)..., levels.sampleCounts).map { level, count in
            guard let entry = levels.entry(ofLevel: level) else {
                return "  level \(level): \(counted(count, "sample")), not described"
            }
            let constancy = entry.constantFrameRate > 0 ? " constant" : ""
            let rate =
                entry.averageFrameRate == 0
                ? "an unspecified frame rate"
                : "\(Quantity.words(Double(entry.averageFrameRate) / 256)) fps\(constancy)"
            return "  level \(level): \(counted(count, "sample")); up to this level \(rate), "
                + "\(entry.averageBitRate) kbit/s, at most \(entry.maximumBitRate), "
                + "level \(Double(entry.capability.level) / 30) of HEVC"
        }
        if levels.unknownCount > 0 { lines.append("  \(counted(levels.unknownCount, "sample")) of unknown level") }
        return lines
    }

    private static func lines(of video: VideoFormat) -> [String] {
        var lines = ["  \(video.codecString ?? video.format.description), \(video.size)"]
        if let hevc = video.hevc {
            lines.append(
                "  hvcC: profile \(hevc.profile), \(hevc.isHighTier ? "high" : "main") tier, level "
                    + "\(Double(hevc.level) / 30), \(hevc.lumaBitDepth) bit, "
                    + "\(counted(Int(hevc.temporalLayers), "temporal level"))"
            )
        }
        if let avc = video.avc {
            let depth = avc.lumaBitDepth.map { ", \($0) bit" } ?? ""
            lines.append("  avcC: profile \(avc.profile), level \(Double(avc.level) / 10)\(depth)")
        }
        lines += ColourSummary(video).lines.map { "  \($0)" }
        if let aperture = video.cleanAperture { lines.append("  clap: \(aperture)") }
        if let aspect = video.pixelAspect { lines.append("  pasp: \(aspect.horizontal):\(aspect.vertical)") }
        if let rate = video.bitRate { lines.append("  btrt: average \(rate.average), maximum \(rate.maximum) bit/s") }
        return lines
    }

    private static func lines(of box: BoxNode, indent: String) -> [String] {
        ["\(indent)\(box.type)  at \(box.offset), \(box.byteCount) bytes"]
            + box.children.flatMap { lines(of: $0, indent: indent + "  ") }
    }

    private static func seconds(_ duration: UInt64?, _ timescale: UInt32?) -> String {
        guard let duration, let timescale, timescale > 0 else { return "" }
        return ", " + ProgressText.clock(seconds: Double(duration) / Double(timescale))
            + " (\(duration)/\(timescale) s)"
    }
}
