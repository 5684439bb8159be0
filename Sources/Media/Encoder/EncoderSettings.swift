/// The encoder settings, the same for every range of a film: an immutable value that is resolved before the first frame
/// (see `ResolvedEncoderSettings`).
@dynamicMemberLookup
package struct EncoderSettings: Hashable, Sendable {
    /// The codec of the film.
    package var codec: VideoCodec
    /// Size of the coded picture, both even.
    package var size: PictureSize
    /// Format of the input pictures; its depth is the depth of the stream.
    package var format: PixelFormat
    /// The frame rate that x265 gets: the exact one for a film with constant frame rate, else the average.
    package var frameRate: FrameRate
    /// True if all frames have the same duration; only then does the stream have VUI timing.
    package var hasConstantRate: Bool
    /// Preset of x265 or x264, `ultrafast` to `placebo`.
    package var speed: String
    /// Tune of x265 or x264, or `none`.
    package var tune: String
    /// Longest distance of IDR pictures in frames.
    package var keyFrameInterval: Int
    /// Number of temporal levels, 1 to 5: a `TemporalPyramid` on the film's grid. More than two need libx265 4.
    package var temporalLevels: Int
    /// Colour and light of the stream: tags in the VUI, light as SEI messages 137, 144, 147 and 148.
    ///
    /// A preferred transfer has a compatible one in `colour`: 18 goes with 14.
    package var colourMetadata: ColourMetadata
    /// Pixel aspect for the VUI.
    package var pixelAspect: PixelAspect
    /// The limits of the film's momentary rate; nil for none.
    package var buffer: BufferLimits?
    /// Whether the stream itself declares when pictures leave that buffer: HRD parameters in the VUI, and SEI messages.
    package var declaresBuffer: Bool
    /// Bits that Granary adds to each sample for dynamic HDR metadata, at most: what the encoder must leave of the
    /// buffer. Found by the scout, so it is not stored with the settings.
    package var metadataBitsPerPicture = 0
    /// Threads that encode the rows of each picture (x265's `wpp`), with the same bytes for any number of them; nil for
    /// one thread without `wpp`. Decided by the plan, so it is not stored with the settings.
    package var rowThreads: Int?
    /// Any other option of the encoder by name, applied last in alphabetical order.
    package var options: [String: String]

    /// Creates settings.
    package init(
        size: PictureSize,
        format: PixelFormat,
        frameRate: FrameRate,
        hasConstantRate: Bool = true,
        speed: String = "medium",
        tune: String = "none",
        keyFrameInterval: Int = 250,
        temporalLevels: Int = 1,
        colourMetadata: ColourMetadata = ColourMetadata(),
        pixelAspect: PixelAspect = .square,
        buffer: BufferLimits? = nil,
        declaresBuffer: Bool = false,
        options: [String: String] = [:],
        codec: VideoCodec = .hevc
    ) {
        self.codec = codec
        self.size = size
        self.format = format
        self.frameRate = frameRate
        self.hasConstantRate = hasConstantRate
        self.speed = speed
        self.tune = tune
        self.keyFrameInterval = keyFrameInterval
        self.temporalLevels = temporalLevels
        self.colourMetadata = colourMetadata
        self.pixelAspect = pixelAspect
        self.buffer = buffer
        self.declaresBuffer = declaresBuffer
        self.options = options
    }

    /// The colour and light of the film, by their names: `colour`, `masteringDisplay` and so on.
    package subscript<Value>(dynamicMember path: WritableKeyPath<ColourMetadata, Value>) -> Value {
        get { colourMetadata[keyPath: path] }
        set { colourMetadata[keyPath: path] = newValue }
    }

    /// The limits that the encoder itself must keep: those of the film, less the dynamic HDR metadata of each picture.
    /// Nil for a film without limits, or if nothing is left.
    package var encoderBuffer: BufferLimits? {
        guard let buffer, metadataBitsPerPicture > 0 else { return buffer }
        let (rate, overflow) = metadataBitsPerPicture.multipliedReportingOverflow(by: Int(frameRate.frames))
        guard !overflow else { return nil }
        return BufferLimits(
            bitsPerSecond: buffer.bitsPerSecond - rate / Int(max(frameRate.seconds, 1)),
            bufferBits: buffer.bufferBits - metadataBitsPerPicture
        )
    }

    /// Whether a pass that is fed with an encode can keep quantisers that it is given: libx265 does without a buffer.
    package var canKeepQuantizers: Bool { codec == .hevc && buffer == nil }

    /// Options of x265 that would break a pyramid of temporal levels.
    package static let optionsDecidedByLevels = [
        "b-adapt", "b-pyramid", "bframes", "fades", "log2-max-poc-lsb", "scenecut", "temporal-layers",
    ]

    /// Shortest side of a picture in luma samples: x265 takes none that is smaller than its smallest coding tree unit.
    package static let shortestSide = 16

    /// The coding tree unit for pictures that are smaller than that of a preset, because x265 takes none that is
    /// smaller than one unit; nil where the preset's own fits.
    package static func treeUnit(fitting size: PictureSize, speed: String) -> Int? {
        let shorter = min(size.width, size.height)
        let standard = simplestSpeeds.contains(speed) ? 32 : 64
        return shorter < standard ? (shorter >= 32 ? 32 : 16) : nil
    }

    /// Whether a preset of x265 has adaptive quantisation.
    package static func usesAdaptiveQuantization(speed: String) -> Bool { !simplestSpeeds.contains(speed) }

    /// The presets of x265 with coding tree units of 32 luma samples and without adaptive quantisation.
    private static let simplestSpeeds = ["ultrafast", "superfast"]

    /// The presets of x265, which are those of x264, fastest first.
    package static let speeds = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
    ]

    /// The tunes of x265, which x264 has as well, and `none`.
    package static let tunes = ["none", "psnr", "ssim", "grain", "zerolatency", "fastdecode", "animation"]
}
