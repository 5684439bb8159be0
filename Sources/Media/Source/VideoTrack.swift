/// The video track of a source as it will be decoded.
public struct VideoTrack: Hashable, Sendable, Codable {
    /// Index of the stream in the container.
    public var streamIndex: Int
    /// Codec by FFmpeg's name, as in `h264`.
    public var codec: String
    /// Size of the decoded picture, before rotation and pixel aspect; sides may be odd.
    public var size: PictureSize
    /// Pixel format by FFmpeg's name, as in `yuv420p10le`.
    public var sourcePixelFormat: String
    /// Chroma subsampling as people say it, as in `4:2:2`; nil when it is not known.
    public var chromaSampling: String?
    /// Bits of a sample as it is decoded; nil when it is not known.
    public var sourceBitDepth: Int?
    /// True when its pictures are RGB: they are handed over as Y'CbCr, and the matrix code of `colour` is 0 (identity).
    /// Nil for all other.
    public var isRGB: Bool?
    /// Format in which pictures are handed over.
    public var format: PixelFormat
    /// Exact presentation times of all frames.
    public var timeline: FrameTimeline
    /// What the edit list presents of the file's pictures, in the order of the frames; nil when the container's own
    /// times are the film's.
    public var stretches: [PictureStretch]?
    /// Colour tags: container first, bitstream where the container is silent.
    public var colour: ColourDescription
    /// What the decoder says with the first picture of the file, the container's word apart: what later pictures must
    /// not contradict. Nil in descriptions from before it was noted.
    public var openingColour: ColourDescription?
    /// Mastering display, when the source has one.
    public var masteringDisplay: MasteringDisplay?
    /// Content light levels, when the source has them.
    public var contentLight: ContentLight?
    /// Light around the viewer, when the source says it.
    public var ambientViewing: AmbientViewing?
    /// preferred_transfer_characteristics of SEI 147, a code of H.273 8.2, when the source has it: `colour.transfer`
    /// has taken it into account.
    public var preferredTransfer: UInt8?
    /// chroma_sample_loc_type of the VUI (ISO/IEC 23008-2 figure E.1), 0 to 5, when the source says it.
    public var chromaLocation: UInt8?
    /// The ICC profile that stands beside the colour tags in the container, when there is one that can be carried.
    public var colourProfile: ColourProfile?
    /// What the container says of Dolby Vision, which is not carried: the film is made of the pictures of the base
    /// layer.
    public var dolbyVision: DolbyVision?
    /// What is odd about colour and metadata, or where container and bitstream disagree: one line each for probe and
    /// report.
    public var colourWarnings: [String]
    /// Which part of the picture the container wants to be shown; nil for all of it, or when it does not say.
    public var cleanAperture: CleanAperture?
    /// Width to height of a pixel, 1:1 when the source does not say.
    public var pixelAspect: PixelAspect
    /// Display matrix of the track: nine 16.16 / 2.30 fixed-point numbers as in `tkhd`; nil for the identity.
    public var displayMatrix: [Int32]?
    /// True when any part is interlaced: such a source is refused.
    public var isInterlaced: Bool
    /// Language of the track as ISO 639-2/T, `und` when it is not said.
    public var language: String

    /// Creates a track description.
    public init(
        streamIndex: Int,
        codec: String,
        size: PictureSize,
        sourcePixelFormat: String,
        chromaSampling: String? = nil,
        sourceBitDepth: Int? = nil,
        isRGB: Bool? = nil,
        format: PixelFormat,
        timeline: FrameTimeline,
        stretches: [PictureStretch]? = nil,
        colour: ColourDescription = .unspecified,
        openingColour: ColourDescription? = nil,
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        ambientViewing: AmbientViewing? = nil,
        preferredTransfer: UInt8? = nil,
        chromaLocation: UInt8? = nil,
        colourProfile: ColourProfile? = nil,
        dolbyVision: DolbyVision? = nil,
        colourWarnings: [String] = [],
        cleanAperture: CleanAperture? = nil,
        pixelAspect: PixelAspect = .square,
        displayMatrix: [Int32]? = nil,
        isInterlaced: Bool = false,
        language: String = "und"
    ) {
        self.streamIndex = streamIndex
        self.codec = codec
        self.size = size
        self.sourcePixelFormat = sourcePixelFormat
        self.chromaSampling = chromaSampling
        self.sourceBitDepth = sourceBitDepth
        self.isRGB = isRGB
        self.format = format
        self.timeline = timeline
        self.stretches = stretches
        self.colour = colour
        self.openingColour = openingColour
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.ambientViewing = ambientViewing
        self.preferredTransfer = preferredTransfer
        self.chromaLocation = chromaLocation
        self.colourProfile = colourProfile
        self.dolbyVision = dolbyVision
        self.colourWarnings = colourWarnings
        self.cleanAperture = cleanAperture
        self.pixelAspect = pixelAspect
        self.displayMatrix = displayMatrix
        self.isInterlaced = isInterlaced
        self.language = language
    }
}

/// Width to height of one pixel (`pasp`, ISO/IEC 14496-12 12.1.4).
public struct PixelAspect: Hashable, Sendable, Codable {
    /// Relative width, positive.
    public var horizontal: UInt32
    /// Relative height, positive.
    public var vertical: UInt32

    /// Creates a ratio.
    public init(horizontal: UInt32, vertical: UInt32) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// As wide as high.
    public static let square = PixelAspect(horizontal: 1, vertical: 1)
}
