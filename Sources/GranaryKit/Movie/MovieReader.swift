public import Foundation
import Intake
import Media
import Session

/// Reads the pictures of a film, any time range of it, as often as needed. The counterpart of AVAssetReader with an
/// AVAssetReaderTrackOutput.
///
///     let reader = try MovieReader(url: url)
///     try reader.reset(forReadingTimeRanges: session.timeRanges)
///     while let picture = try reader.nextPicture() { ... }
///
/// It reads what FFmpeg decodes. Before the first picture it reads all packets of the file, so that each frame has its
/// exact time. A thread of its own decodes a few pictures ahead. Decoding is not confined: a film that attacks its
/// decoder attacks this process. Not for use from several threads.
public final class MovieReader {
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
        /// Colour primaries: a code of ITU-T H.273; 2 is unspecified.
        public let colourPrimaries: UInt8
        /// Transfer characteristics: a code of ITU-T H.273; 2 is unspecified.
        public let transferCharacteristics: UInt8
        /// Matrix coefficients: a code of ITU-T H.273; 2 is unspecified.
        public let matrixCoefficients: UInt8
    }

    /// The film.
    public let url: URL
    /// Its pictures.
    public let video: VideoDescription
    /// True, because any time range can be read at any time.
    public var supportsRandomAccess: Bool { true }
    /// True after `markConfigurationAsFinal`.
    public private(set) var isConfigurationFinal = false

    /// What the probe found.
    let source: SourceDescription
    private let timeline: FrameTimeline
    private var reader: FilmReader
    private var waiting: [Range<Int>]
    private var pictures: PictureSequence?

    /// Opens a film.
    ///
    /// - Parameter url: a file, which must not change as long as it is read.
    /// - Throws: `missing`, `damaged`, `unsupportedFilm` or `system`, with the cause.
    public init(url: URL) throws {
        self.url = url
        let path = url.path
        (source, timeline, reader, video) = try translating {
            let source = try FilmProbe.describe(path: path, hashWholeFile: false)
            let timeline = source.video.timeline
            let reader = try FilmReader(source: source)
            let rate = timeline.averageRate
            let colour = source.video.colour
            let description = VideoDescription(
                codec: source.video.codec,
                width: reader.output.size.width,
                height: reader.output.size.height,
                pixelFormat: PixelFormat(reader.output.format),
                frameCount: timeline.count,
                timeRange: TimeRange(timeline.timeRange),
                averageFrameDuration: MediaTime(rate.frameDuration),
                hasConstantFrameRate: timeline.runs.count == 1,
                colourPrimaries: colour.primaries,
                transferCharacteristics: colour.transfer,
                matrixCoefficients: colour.matrix
            )
            return (source, timeline, reader, description)
        }
        waiting = [0..<timeline.count]
    }

    /// Has the next pictures converted to what a session with these properties takes: their size, format and range. The
    /// aspect of the pictures is not kept if the properties have another one.
    ///
    /// - Throws: `misuse` after `markConfigurationAsFinal`; `unsupportedFilm` if the pictures cannot be converted.
    public func convertPictures(for properties: CompressionProperties) throws {
        guard !isConfigurationFinal else {
            throw GranaryError(
                .misuse,
                attempted: "convert pictures",
                subject: url.path,
                cause: "the configuration is final"
            )
        }
        let encoder = try properties.settings().encoder
        // The last column and row of a film with odd sides are padded, not scaled.
        let size = source.video.size
        let isPadded = size != size.roundedUpToEven && encoder.size == size.roundedUpToEven
        let output = PictureConversion(of: source.video, for: encoder, shown: isPadded ? size : nil)
        reader = try translating { try FilmReader(source: source, output: output) }
        pictures = nil
    }

    /// Reads these time ranges next, in their order: the frames that begin in each. The ranges ascend and do not
    /// overlap, as those of a `CompressionSession` do.
    ///
    /// - Parameter ranges: half-open ranges of presentation time. What lies outside the film has no frames.
    /// - Throws: `invalidTimeRanges`, and changes nothing; `misuse` after `markConfigurationAsFinal`.
    public func reset(forReadingTimeRanges ranges: [TimeRange]) throws(GranaryError) {
        func refusal(_ code: GranaryError.Code, _ cause: String) -> GranaryError {
            GranaryError(code, attempted: "read time ranges", subject: url.path, cause: cause)
        }
        guard !isConfigurationFinal else { throw refusal(.misuse, "the configuration is final") }
        for (range, next) in zip(ranges, ranges.dropFirst()) where next.start < range.end {
            throw refusal(.invalidTimeRanges, "\(next) does not follow \(range)")
        }
        waiting = ranges.map { timeline.frames(in: $0.wrapped) }.filter { !$0.isEmpty }
        pictures = nil
    }

    /// Says that no further time ranges will be read.
    public func markConfigurationAsFinal() { isConfigurationFinal = true }

    /// The next picture in presentation order; nil after the last one.
    ///
    /// - Throws: `damaged` after the pictures before the damage, `formatChange`, `mismatch` if the file changed, or
    ///   `system`.
    public func nextPicture() throws -> Picture? {
        try translating {
            while true {
                if pictures == nil {
                    guard !waiting.isEmpty else { return nil }
                    pictures = try reader.pictures(in: waiting.removeFirst())
                }
                if let picture = try pictures?.next() { return Picture(picture) }
                pictures = nil
            }
        }
    }
}
