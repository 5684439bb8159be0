import Foundation
import HEIF
import HEVC
import ISOMedia
import Intake
package import Media

/// The frames of a few seconds of a film as a HEIF image sequence (ISO/IEC 23008-12 7).
///
/// Its pictures refer to earlier ones alone, so that they are decoded in the order in which they are shown; each second
/// begins with one that refers to none. The first picture is also the image that readers of stills show.
package struct FilmSequence {
    /// Longest sequence: its samples are in memory, and readers keep sequences in memory, too.
    package static let mostSeconds = 60

    /// Whether the major brand is that of a sequence, for names in `.heics`, and not that of a still.
    package var isSequenceFirst = false
    /// Takes each picture in order, when all are encoded.
    package var tell: (StillResult.Image) -> Void = { _ in }
    private let source: SourceDescription
    private let request: StillRequest
    private let frames: Range<Int>
    private let software: String
    private let memoryFolder: String

    /// Prepares the sequence of a film that was probed.
    ///
    /// - Parameters:
    ///   - request: the size, the quality and the colours; the rest does not matter.
    ///   - start: the first frame is the one that is shown then; nil for the first one of the film.
    ///   - end: no frame begins then or later; nil for the end of the film.
    ///   - software: the program, for Exif.
    ///   - memoryFolder: for small files of libx265 that the process may write.
    /// - Throws: `WorkError` if the film has no such frames, or they are too many.
    package init(
        _ source: SourceDescription,
        _ request: StillRequest,
        from start: MediaTime?,
        to end: MediaTime?,
        software: String,
        memoryFolder: String
    ) throws {
        guard !source.isStill else {
            throw stillFailure(.usage, source.path, "it is a still, which does not move", "leave out --sequence")
        }
        let timeline = source.video.timeline
        let whole = timeline.timeRange
        let (start, end) = (start ?? whole.start, min(end ?? whole.end, whole.end))
        guard start < end, let first = timeline.frame(shownAt: start) else {
            throw stillFailure(
                .usage,
                source.path,
                "the film has no frames from \(start.seconds) to \(end.seconds) seconds: it lasts from "
                    + "\(whole.start.seconds) to \(whole.end.seconds)",
                "choose times in it"
            )
        }
        frames = first..<timeline.frames(in: TimeRange(start: whole.start, end: end)).upperBound
        guard timeline.timeRange(of: frames).duration.seconds <= Double(Self.mostSeconds) else {
            throw stillFailure(
                .usage,
                source.path,
                "\(timeline.timeRange(of: frames).duration.seconds) seconds are more than the \(Self.mostSeconds) of a "
                    + "sequence",
                "choose --from and --to nearer to each other, or make a film with `granary run`"
            )
        }
        self.source = source
        self.request = request
        self.software = software
        self.memoryFolder = memoryFolder
    }

    /// The sequence with its choices settled. Throws if its colours or its shape are impossible.
    package func resolved() throws -> ResolvedStill {
        ResolvedStill(
            try StillGeometry(source, request, turnsPictures: true),
            try StillColours(source, isToneMapped: request.isToneMapped)
        )
    }

    /// Makes the sequence. The finished file is read again and must have no finding.
    package func make() throws -> StillResult {
        let colours = try StillColours(source, isToneMapped: request.isToneMapped)
        let geometry = try StillGeometry(source, request, turnsPictures: true)
        let rateFactor = StillAssembly.rateFactor(of: request)
        let encoding = try ClipEncoding(
            source,
            frames: frames,
            colours: colours,
            geometry: geometry,
            rateFactor: rateFactor,
            isReordered: false,
            memoryFolder: memoryFolder
        )
        let clip = try encoding.clip()
        let profile = try colours.keepsProfile ? FilmProbe.colourProfile(of: source) : nil
        let bytes = try file(clip, encoding.part, profile: profile)
        let findings =
            try ImageFileInspection.parse(MemorySource(bytes)).findings
            + MovieInspection.parse(MemorySource(bytes)).findings
        guard findings.isEmpty else {
            throw stillFailure(.bug, source.path, "the file contradicts itself: \(findings.joined(separator: "; "))")
        }
        for (index, sample) in clip.samples.enumerated() {
            tell(
                StillResult.Image(
                    index: index,
                    frame: frames.lowerBound + index,
                    size: clip.settings.size,
                    tileCount: 1,
                    byteCount: sample.bytes.count
                )
            )
        }
        return StillResult(
            bytes: bytes,
            size: clip.settings.size,
            imageCount: clip.samples.count,
            tileCount: 1,
            quantiser: rateFactor
        )
    }

    private func file(_ clip: ClipEncoding.Clip, _ part: SourceDescription, profile: [UInt8]?) throws -> [UInt8] {
        let (sets, size) = (clip.parameterSets, clip.settings.size)
        var image = ImageDescription(
            picture: clip.samples[0].bytes,
            size: size,
            configuration: try HEVCConfigurationBox(sets, try SliceHeader.Context(sets), constantRate: nil)
        )
        image.colour = clip.settings.colourMetadata
        image.profile = profile
        var still = StillDescription([image])
        var exif = ExifDescription(size: size)
        exif.software = software
        still.exif = exif
        var description = ImageSequenceDescription(still, constraints: .predicted)
        description.isSequenceFirst = isSequenceFirst
        var video = VideoTrackConfiguration(parameterSets: sets, size: size, source: part.video)
        try video.describe(clip.settings)
        video.colourProfile = profile
        video.cleanAperture = nil
        video.displayMatrix = nil
        // The place of the first sample depends on the length of the header only.
        let draft = try assembly(video, clip, try description.header(firstSampleAt: 0)).layout
        guard let offset = draft.chunks.first?.fileOffset else {
            throw stillFailure(.bug, source.path, "it has no sample")
        }
        let (assembly, layout) = try assembly(video, clip, try description.header(firstSampleAt: offset))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(clamping: layout.totalByteCount))
        try assembly.write(layout, to: { bytes += $0.copied() }) { interleaver in
            for sample in clip.samples { try sample.bytes.withRawSpan { try interleaver.writeVideo($0) } }
        }
        return bytes
    }

    private func assembly(
        _ video: VideoTrackConfiguration,
        _ clip: ClipEncoding.Clip,
        _ header: ImageSequenceHeader
    ) throws -> (assembly: MovieAssembly, layout: MovieLayout) {
        var configuration = MovieConfiguration(video: video)
        configuration.imageSequence = header
        var assembly = try MovieAssembly(configuration)
        for sample in clip.samples { try assembly.muxer.append(sample) }
        let layout = try assembly.layOut()
        return (assembly, layout)
    }
}
