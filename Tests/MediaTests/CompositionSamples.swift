import Media

/// Descriptions of films for compositions.
enum CompositionSamples {
    static let sdr = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    static let wideSDR = ColourDescription(primaries: 12, transfer: 1, matrix: 1, isFullRange: false)
    static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    static let pq = ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)

    static func track(
        _ width: Int,
        _ height: Int,
        colour: ColourDescription = sdr,
        aspect: (UInt32, UInt32) = (1, 1),
        matrix: [Int32]? = nil,
        format: PixelFormat = .yuv420p8
    ) -> VideoTrack {
        guard let timeline = FrameTimeline(count: 24, rate: FrameRate(frames: 24, seconds: 1)) else {
            fatalError("24 frames are a film")
        }
        return VideoTrack(
            streamIndex: 0,
            codec: "h264",
            size: PictureSize(width: width, height: height),
            sourcePixelFormat: format == .yuv420p8 ? "yuv420p" : "yuv420p10le",
            chromaSampling: "4:2:0",
            sourceBitDepth: format.bitDepth,
            format: format,
            timeline: timeline,
            colourMetadata: ColourMetadata(colour: colour),
            pixelAspect: PixelAspect(horizontal: aspect.0, vertical: aspect.1),
            displayMatrix: matrix
        )
    }

    static func film(_ video: VideoTrack, _ name: String = "film.mov") -> SourceDescription {
        SourceDescription(
            path: "/films/\(name)",
            identity: SourceIdentity(
                byteCount: 1000,
                duration: video.timeline.timeRange.duration,
                contentHash: String(repeating: "0", count: 64),
                coversWholeFile: true
            ),
            container: "mov",
            video: video,
            audio: [],
            notCarried: [],
            readerBuild: "reader 1"
        )
    }

    /// The matrix of a phone that is held upright: a turn by 90 degrees, clockwise.
    static let upright: [Int32] = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30]
}
