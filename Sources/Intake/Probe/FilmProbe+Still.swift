import FFmpeg
import HEIF
import HEVC
import ISOMedia
import Media

extension FilmProbe {
    /// Whether a file is a still image, which has no times: it needs a frame rate to be a source.
    package static func isStill(path: String) throws(IntakeError) -> Bool {
        let file = try SourceFile(path: path)
        return try file.isStillPicture(hasMovieBox: EditListReader(BoxWalk(file: file)).hasMovieBox())
    }

    /// Describes a still image as a film of one frame (ISO/IEC 23008-12, ISO/IEC 23000-22).
    ///
    /// - Throws: if its primary image cannot be decoded, or if there is no frame rate for it.
    static func describe(
        still file: SourceFile,
        hashWholeFile: Bool,
        reading: SourceReading
    ) throws(IntakeError) -> SourceDescription {
        let image = try ImageDecoding(SourceFileBytes(file: file), path: file.path)
        let video = try video(of: image, path: file.path, reading)
        let identity = try file.identity(duration: video.timeline.timeRange.duration, hashWholeFile: hashWholeFile)
        try file.requireSteady(isUntouched: true)
        return SourceDescription(
            path: file.path,
            identity: identity,
            container: SourceDescription.stillContainer,
            video: video,
            audio: [],
            notCarried: image.leftovers,
            reading: reading,
            readerBuild: ReaderBuild.current
        )
    }

    private static func video(
        of image: ImageDecoding,
        path: String,
        _ reading: SourceReading
    ) throws(IntakeError) -> VideoTrack {
        let opening = try image.picture(0)
        let layout = try image.layout(of: opening)
        if let track = reading.track, track > 0 { throw IntakeError.noSuchTrack(path, track: track, count: 1) }
        guard let rate = reading.frameRate else { throw IntakeError.stillWithoutRate(path) }
        guard let timeline = FrameTimeline(count: 1, rate: rate), LongestFilm.holds(timeline.timeRange.end) else {
            throw IntakeError.impossibleTimes(path)
        }
        let stream = image.configuration.streamColour
        let settled = SettledColour(
            container: image.metadata,
            bitstream: stream.metadata.filled(from: opening.colourMetadata)
        )
        var (metadata, warnings) = (settled.metadata, stream.warnings + settled.warnings)
        if let asked = reading.colour { metadata.colour = metadata.colour.filled(from: asked) }
        let known = metadata.colour
        metadata.colour = known.filled(from: image.assumedColour)
        if metadata.colour != known {
            warnings.append(
                "the file does not say all of its colours: they are read as \(metadata.colour), as for any image "
                    + "without them, with the primaries of its ICC profile if it has one"
            )
        }
        if layout.isRGB { (metadata.colour.matrix, metadata.colour.isFullRange) = (0, true) }
        return VideoTrack(
            streamIndex: 0,
            codec: "hevc",
            size: image.size,
            sourcePixelFormat: layout.name,
            chromaSampling: layout.subsampling,
            sourceBitDepth: layout.bitDepth,
            isRGB: layout.isRGB ? true : nil,
            format: layout.nearestPixelFormat,
            timeline: timeline,
            colourMetadata: metadata,
            colourProfile: image.profile.map(ColourProfile.init),
            colourWarnings: warnings + image.profileWarnings,
            cleanAperture: image.item.cleanAperture,
            pixelAspect: image.item.pixelAspect ?? .square,
            displayMatrix: image.item.turn.displayMatrix
        )
    }
}
