/// The video track of a source as it will be decoded.
@dynamicMemberLookup
package struct VideoTrack: Hashable, Sendable {
    /// Index of the stream in the container.
    package var streamIndex: Int
    /// Codec by FFmpeg's name, as in `h264`.
    package var codec: String
    /// Size of the decoded picture, before rotation and pixel aspect; sides may be odd.
    package var size: PictureSize
    /// Pixel format by FFmpeg's name, as in `yuv420p10le`.
    package var sourcePixelFormat: String
    /// Usual name of the chroma subsampling, as in `4:2:2`; nil if unknown.
    package var chromaSampling: String?
    /// Bits per decoded sample; nil if unknown.
    package var sourceBitDepth: Int?
    /// True if its pictures are RGB: the reader returns Y'CbCr, and the matrix code of `colour` is 0 (identity). Nil
    /// otherwise.
    package var isRGB: Bool?
    /// Format of the pictures that the reader returns.
    package var format: PixelFormat
    /// Exact presentation times of all frames.
    package var timeline: FrameTimeline
    /// The stretches of the file's pictures that the edit list presents, in frame order; nil if the container's own
    /// times are the film's.
    package var stretches: [PictureStretch]?
    /// Colour and light: those of the container, completed from the bitstream. `colour.transfer` already takes
    /// `preferredTransfer` into account.
    package var colourMetadata: ColourMetadata
    /// The colour that the decoder reports for the first picture of the file, without the container's tags: later
    /// pictures must not contradict it. Nil in descriptions from before this field existed.
    package var openingColour: ColourDescription?
    /// The ICC profile in the container, if there is one that can be carried.
    package var colourProfile: ColourProfile?
    /// The Dolby Vision record of the container. A film is made from the pictures of the base layer.
    package var dolbyVision: DolbyVision?
    /// The dynamic HDR metadata in the packets of the file; nil if there is none.
    package var dynamicMetadata: DynamicMetadataSummary?
    /// Warnings about colour and metadata, and disagreements of container and bitstream: one line each for probe and
    /// report.
    package var colourWarnings: [String]
    /// The part of the picture that the container wants shown; nil for all of it, or if it does not say.
    package var cleanAperture: CleanAperture?
    /// Width to height of a pixel; 1:1 if the source does not say.
    package var pixelAspect: PixelAspect
    /// Display matrix of the track: nine 16.16 / 2.30 fixed-point numbers as in `tkhd`; nil for the identity.
    package var displayMatrix: [Int32]?
    /// True if any part is interlaced: such a source is refused.
    package var isInterlaced: Bool
    /// Language of the track as ISO 639-2/T; `und` if unspecified.
    package var language: String

    /// Creates a track description.
    package init(
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
        colourMetadata: ColourMetadata = ColourMetadata(),
        openingColour: ColourDescription? = nil,
        colourProfile: ColourProfile? = nil,
        dolbyVision: DolbyVision? = nil,
        dynamicMetadata: DynamicMetadataSummary? = nil,
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
        self.colourMetadata = colourMetadata
        self.openingColour = openingColour
        self.colourProfile = colourProfile
        self.dolbyVision = dolbyVision
        self.dynamicMetadata = dynamicMetadata
        self.colourWarnings = colourWarnings
        self.cleanAperture = cleanAperture
        self.pixelAspect = pixelAspect
        self.displayMatrix = displayMatrix
        self.isInterlaced = isInterlaced
        self.language = language
    }

    /// The colour and light of the film, by their names: `colour`, `masteringDisplay` and so on.
    package subscript<Value>(dynamicMember path: WritableKeyPath<ColourMetadata, Value>) -> Value {
        get { colourMetadata[keyPath: path] }
        set { colourMetadata[keyPath: path] = newValue }
    }
}

/// Width to height of one pixel (`pasp`, ISO/IEC 14496-12 12.1.4).
package struct PixelAspect: Hashable, Sendable, Codable {
    /// Relative width, positive.
    package var horizontal: UInt32
    /// Relative height, positive.
    package var vertical: UInt32

    /// Creates a ratio.
    package init(horizontal: UInt32, vertical: UInt32) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Square pixels.
    package static let square = PixelAspect(horizontal: 1, vertical: 1)
}
