public import Foundation
import Intake
import Media
import Session

/// Reads the pictures of a film, any time range of it, as often as needed, and the packets of its audio tracks. The
/// counterpart of AVAssetReader with AVAssetReaderTrackOutputs.
///
///     let reader = try MovieReader(url: url)
///     try reader.reset(forReadingTimeRanges: session.timeRanges)
///     while let picture = try reader.nextPicture() { ... }
///     for track in reader.audio where track.obstacle == nil {
///         let packets = try reader.audioPackets(of: track)
///         while let packet = try packets.next() { ... }
///     }
///
/// It reads what FFmpeg decodes. Before the first picture it reads all packets of the file, so that each frame has its
/// exact time. A thread of its own decodes a few pictures ahead. Decoding is not confined: a film that attacks its
/// decoder attacks this process. Not for use from several threads.
public final class MovieReader {
    /// The film.
    public let url: URL
    /// Its pictures.
    public let video: VideoDescription
    /// Its audio tracks, in the order of the file.
    public let audio: [AudioDescription]
    /// The tags of the whole film, such as its title, sorted by key.
    public let metadata: [MetadataItem]
    /// True, because any time range can be read at any time.
    public var supportsRandomAccess: Bool { true }
    /// True after `markConfigurationAsFinal`.
    public private(set) var isConfigurationFinal = false

    let source: SourceDescription
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
        (source, reader) = try translating {
            let source = try FilmProbe.describe(path: path, hashWholeFile: false)
            return (source, try FilmReader(source: source))
        }
        video = VideoDescription(source.video, reader.outputs[0])
        audio = source.audio.enumerated().map { AudioDescription($1, index: $0) }
        metadata = (source.metadata ?? []).map(MetadataItem.init)
        waiting = [0..<source.video.timeline.count]
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
        waiting = ranges.map { source.video.timeline.frames(in: $0.wrapped) }.filter { !$0.isEmpty }
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
