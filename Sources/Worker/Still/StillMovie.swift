import Foundation
import HEVC
import ISOMedia
import Intake
import Jobs
package import Media

/// The movie of a still: the seconds around its frame, with the film's audio, in QuickTime.
///
/// A content identifier connects both. The movie has it as a tag, and says by a track of timed metadata when the frame
/// of the still is shown.
package struct StillMovie: Hashable, Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// Size of its pictures before they are turned.
    package let size: PictureSize
    /// The frames of the film that it has.
    package let frames: Range<Int>
    /// When the frame of the still is shown, from the beginning of the movie.
    package let stillTime: MediaTime
    /// How long the movie is.
    package let duration: MediaTime
    /// Audio of the film that it does not have, one line each.
    package let losses: [String]

    /// Key of the tag by which a still and its movie find each other (Apple, "AVMetadataIdentifiers").
    static let identifierKey = "com.apple.quicktime.content.identifier"
    /// What is taken on each side of the still's frame.
    private static let reach = MediaTime(value: 3, timescale: 2)

    /// The frames that begin from a second and a half before a frame on, up to as much after it.
    static func frames(around frame: Int, of timeline: FrameTimeline) -> Range<Int> {
        let moment = timeline.time(of: frame)
        let reach = reach.rounded(to: timeline.timescale)
        return timeline.frames(in: TimeRange(start: moment - reach, end: moment + reach))
    }

    /// Makes the movie.
    ///
    /// - Parameters:
    ///   - frame: of the still.
    ///   - identifier: what connects the files: a UUID in upper case.
    ///   - rateFactor: the quantiser of quiet pictures.
    ///   - memoryFolder: for files of libx265.
    init(
        _ source: SourceDescription,
        around frame: Int,
        identifier: String,
        colours: StillColours,
        geometry: StillGeometry,
        rateFactor: Double,
        memoryFolder: String
    ) throws {
        frames = Self.frames(around: frame, of: source.video.timeline)
        let encoding = try ClipEncoding(
            source,
            frames: frames,
            colours: colours,
            geometry: geometry,
            rateFactor: rateFactor,
            isReordered: true,
            memoryFolder: memoryFolder
        )
        let (clip, part) = (try encoding.clip(), encoding.part)
        size = clip.settings.size
        let timeline = part.video.timeline
        stillTime = timeline.time(of: frame - frames.lowerBound)
        duration = timeline.timeRange.duration
        losses = AudioChoice.copy.losses(of: part, in: .quickTime)
        var video = VideoTrackConfiguration(parameterSets: clip.parameterSets, size: size, source: part.video)
        try video.describe(clip.settings)
        video.colourProfile = try colours.keepsProfile ? FilmProbe.colourProfile(of: source) : nil
        video.cleanAperture = size == geometry.size ? nil : CleanAperture(geometry.size, of: size)
        video.displayMatrix = geometry.turn == .none ? nil : part.video.displayMatrix
        let audio = try FilmAudio(of: part, .copy, in: .quickTime)
        let tags = (part.metadata ?? []).filter { $0.key != Self.identifierKey }
        let configuration = MovieConfiguration(
            video: video,
            audio: try audio.tracks.map { try AudioTrackConfiguration($0.track) },
            side: [
                SideTrackConfiguration(.stillImageTime, timescale: timeline.timescale, presentationStart: stillTime)
            ],
            metadata: tags + [MetadataItem(key: Self.identifierKey, value: identifier)],
            container: .quickTime
        )
        let moment = timeline.duration(of: frame - frames.lowerBound).rounded(to: timeline.timescale).value
        bytes = try Self.file(configuration, clip, audio: audio.tracks.map(\.content), momentTicks: moment)
    }

    private static func file(
        _ configuration: MovieConfiguration,
        _ clip: ClipEncoding.Clip,
        audio: [TrackContent],
        momentTicks: Int64
    ) throws -> [UInt8] {
        // -1: the value has no meaning.
        let mark = TimedMetadataSampleEntry.sample(key: 1, value: [0xFF])
        var marks = [mark].makeIterator()
        let side = TrackContent(packets: [(mark.count, momentTicks)]) { marks.next() }
        var assembly = try MovieAssembly(configuration, audio: audio, side: [side])
        for sample in clip.samples { try assembly.muxer.append(sample) }
        let layout = try assembly.layOut()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: layout.totalByteCount))
        try assembly.write(layout, to: { bytes += $0.copied() }) { interleaver in
            for sample in clip.samples { try sample.bytes.withRawSpan { try interleaver.writeVideo($0) } }
        }
        return bytes
    }
}
