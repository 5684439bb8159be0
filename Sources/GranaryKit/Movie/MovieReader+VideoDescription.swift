import Intake
import Media

extension MovieReader {
    /// What a film is, as far as its pictures are concerned.
    public struct VideoDescription: Hashable, Sendable {
        /// FFmpeg's name of the codec, as in `h264`.
        public let codec: String
        /// Luma samples in a row of the pictures that are returned.
        public let width: Int
        /// Rows of luma samples.
        public let height: Int
        /// The format of the pictures that are returned: that of the film with 8 bits, or 10 for more.
        public let pixelFormat: PixelFormat
        /// Number of frames, at least 1.
        public let frameCount: Int
        /// When the film is presented.
        public let timeRange: TimeRange
        /// Duration of a frame at the film's average rate.
        public let averageFrameDuration: MediaTime
        /// True if all frames have the same duration.
        public let hasConstantFrameRate: Bool
        /// The shape of a pixel.
        public let pixelAspectRatio: PixelAspectRatio
        /// Colour primaries: a code of ITU-T H.273; 2 is unspecified.
        public let colourPrimaries: UInt8
        /// Transfer characteristics: a code of ITU-T H.273; 2 is unspecified.
        public let transferCharacteristics: UInt8
        /// Matrix coefficients: a code of ITU-T H.273; 2 is unspecified.
        public let matrixCoefficients: UInt8
        /// True if samples use the full range of their bits; nil if the film does not say.
        public let isFullRange: Bool?
        /// Where the chroma samples lie: chroma_sample_loc_type (ISO/IEC 23008-2, E.3.1), 0 to 5; nil if unspecified.
        public let chromaLocation: Int?
        /// The display on which the film was mastered; nil if unspecified.
        public let masteringDisplay: MasteringDisplay?
        /// The film's brightness; nil if unspecified.
        public let contentLight: ContentLight?
        /// The ambient light for which the film was made; nil if unspecified.
        public let ambientViewing: AmbientViewing?
        /// The dynamic range in words, as in `HDR10`.
        public let dynamicRange: String
        /// Language as ISO 639-2/T; `und` if unspecified.
        public let language: String

        init(_ video: VideoTrack, _ output: PictureConversion) {
            let timeline = video.timeline
            codec = video.codec
            width = output.size.width
            height = output.size.height
            pixelFormat = PixelFormat(output.format)
            frameCount = timeline.count
            timeRange = TimeRange(timeline.timeRange)
            averageFrameDuration = MediaTime(timeline.averageRate.frameDuration)
            hasConstantFrameRate = timeline.runs.count == 1
            pixelAspectRatio = PixelAspectRatio(video.pixelAspect)
            colourPrimaries = video.colour.primaries
            transferCharacteristics = video.colour.transfer
            matrixCoefficients = video.colour.matrix
            isFullRange = video.colour.isFullRange
            chromaLocation = video.chromaLocation.map(Int.init)
            masteringDisplay = video.masteringDisplay.map(MasteringDisplay.init)
            contentLight = video.contentLight.map(ContentLight.init)
            ambientViewing = video.ambientViewing.map(AmbientViewing.init)
            dynamicRange = video.colourMetadata.dynamicRange
            language = video.language
        }
    }
}
