public import Foundation
import ISOMedia
import Media
import Session

/// Encodes pictures in several passes and writes them to an MP4 or QuickTime file. The counterpart of AVAssetWriter
/// with an AVAssetWriterInput that performs several passes.
///
///     let writer = try MovieWriter(url: url, video: properties, timeRange: film)
///     while let ranges = try writer.beginNextPass() {
///         for picture in try pictures(in: ranges) { try writer.append(picture) }
///         try writer.endPass()
///     }
///     try writer.finishWriting()
///
/// The file has one video track, with sample groups if there are temporal levels, and the audio tracks whose packets it
/// gets, at any time before the end:
///
///     let audio = try writer.addAudioTrack(track)
///     let packets = try reader.audioPackets(of: track)
///     while let packet = try packets.next() { try audio.append(packet) }
///
/// It gets its name when it is complete: until then, and after an error, there is no file at `url`. Not for use from
/// several threads.
public final class MovieWriter {
    /// The file. QuickTime if its name ends in `.mov`, else MP4.
    public let url: URL
    /// The properties of the video track.
    public let properties: CompressionProperties
    /// Number of the pass that was begun last, from 1; 0 before the first one.
    public var pass: Int { session.pass }
    /// Why the last pass requested another one, or none: one sentence for people.
    public var explanation: String { session.explanation }
    /// One sentence about a goal that the film misses, see `CompressionSession.missedGoal`.
    public var missedGoal: String? { session.missedGoal }
    /// How much of the current pass has samples, 0 to 1. The analysis has none.
    public var progressOfCurrentPass: Double { silo.progressOfCurrentPass }

    /// The tags of the whole film, such as its title.
    public var metadata: [MetadataItem] = []
    /// Why there is a single pass, in words for people; nil if there are several.
    public let passFallbackReason: String?

    private let timeRange: TimeRange
    private let storage: MultiPassStorage?
    private let silo: FrameSilo
    private let session: CompressionSession
    private var audio: [AudioInput] = []
    private var formatDescription: FormatDescription?
    private var isPassRunning = false
    private var hasFinished = false

    /// Prepares a film.
    ///
    /// - Parameters:
    ///   - url: a file that does not exist.
    ///   - properties: those of the video track.
    ///   - timeRange: the time of the film, from its first picture to the end of its last one. It begins at 0 or later.
    ///   - storageFolder: where the multi-pass storage is kept meanwhile, on a local file system; nil for the folder of
    ///     temporary files. If it cannot be kept there, the film gets a single pass: see `passFallbackReason`.
    /// - Throws: `alreadyExists`, `refusedProperty`, `unavailable` or `system`.
    public init(
        url: URL,
        video properties: CompressionProperties,
        timeRange: TimeRange,
        storageFolder: URL? = nil
    ) throws {
        try refuseExisting(url)
        self.url = url
        self.properties = properties
        self.timeRange = timeRange
        silo = try FrameSilo(timeRange: timeRange)
        var reason = properties.singlePassReason
        var opened: (MultiPassStorage, CompressionSession)?
        if reason == nil {
            let file = storageFolder?.appending(path: "granary-\(UUID().uuidString).multipass")
            let storage = MultiPassStorage(url: file, timeRange: timeRange)
            do {
                opened = (storage, try CompressionSession(properties, storage: storage))
            } catch let error as GranaryError where Self.codesOfStorage.contains(error.code) {
                reason = "the multi-pass storage cannot be created (\(storage.url.path)): \(error.cause)"
            }
        }
        storage = opened?.0
        session = try opened?.1 ?? CompressionSession(properties)
        passFallbackReason = reason
    }

    /// Why a storage cannot be created, though a film can be encoded.
    private static let codesOfStorage: Set<GranaryError.Code> = [.system, .networkFileSystem, .diskFull, .missing]

    deinit { cancelWriting() }

    /// True if there are several passes: the properties ask for them, and there is a storage for what they learn.
    public var canPerformMultiplePasses: Bool { passFallbackReason == nil }

    /// The time ranges of each pass, for clients that await them.
    public var passDescriptions: PassDescriptions { PassDescriptions(writer: self) }

    /// Adds an audio track, which comes after those that were added before.
    ///
    /// - Parameters:
    ///   - track: a track of a `MovieReader`.
    ///   - startTime: when its first audible sample is played on the clock of the pictures; nil as in its source.
    /// - Throws: `unsupportedTrack` if the file's format cannot carry the track, `misuse` after the end, or `system`.
    public func addAudioTrack(_ track: MovieReader.AudioDescription, startTime: MediaTime? = nil) throws -> AudioInput {
        guard !hasFinished else {
            throw GranaryError(
                .misuse,
                attempted: "add an audio track",
                subject: url.path,
                cause: "the film is finished or cancelled"
            )
        }
        let input = try AudioInput(track, startTime: startTime, of: url)
        audio.append(input)
        return input
    }

    /// Begins the next pass.
    ///
    /// - Returns: the time ranges whose pictures the pass takes, as those of `CompressionSession`; nil if no further
    ///   pass is requested.
    /// - Throws: `misuse` if a pass is running or the film has ended; what `CompressionSession.beginPass` throws.
    public func beginNextPass() throws -> [TimeRange]? {
        guard !session.isFinished else { return nil }
        // A session without a storage takes any frame.
        let ranges = storage == nil ? [timeRange] : session.timeRanges
        // The session first: it refuses a pass inside of another one, whose samples the silo must keep.
        try session.beginPass()
        do {
            try silo.setTimeRangesForNextPass(ranges)
        } catch {
            session.cancelPass()
            throw error
        }
        isPassRunning = true
        return ranges
    }

    /// Encodes the next picture of the pass.
    ///
    /// - Parameters:
    ///   - picture: the next frame of the pass in presentation order.
    ///   - forcesKeyFrame: true begins a closed group of pictures with it, in the first pass.
    /// - Throws: what `CompressionSession.encode` and `FrameSilo.add` throw. After `wrongFrame` the pass continues.
    public func append(_ picture: Picture, forcesKeyFrame: Bool = false) throws {
        try session.encode(picture, forcesKeyFrame: forcesKeyFrame) { try silo.add($0) }
        formatDescription = session.formatDescription ?? formatDescription
    }

    /// Ends the pass.
    ///
    /// - Returns: whether another pass is requested, and its time ranges. `beginNextPass` returns them, too.
    /// - Throws: what `CompressionSession.endPass` and `FrameSilo.add` throw. After `incomplete` the pass continues.
    @discardableResult public func endPass() throws -> PassVerdict {
        let verdict = try session.endPass { try silo.add($0) }
        formatDescription = session.formatDescription ?? formatDescription
        isPassRunning = false
        return verdict
    }

    /// Writes the file, after the last pass or after an earlier one with samples, and removes the temporary files.
    ///
    /// - Throws: `misuse` without samples, `wrongSample` for an audio track without packets, `alreadyExists` if the
    ///   name was taken meanwhile, `diskFull` or `system`.
    public func finishWriting() throws {
        guard !hasFinished, !isPassRunning, let formatDescription, silo.sampleCount > 0 else {
            throw GranaryError(
                .misuse,
                attempted: "finish a film",
                subject: url.path,
                cause: hasFinished
                    ? "it is finished or cancelled" : isPassRunning ? "a pass is running" : "it has no samples yet"
            )
        }
        var video = try translating { try formatDescription.configuration() }
        let encoder = try properties.settings().encoder
        try translating { try video.describe(encoder) }
        try MovieOfSilo(silo: silo, video: video, audio: audio, metadata: metadata).write(to: url)
        cancelWriting()
    }

    /// Ends the film without a file, and removes the temporary files. After `finishWriting` it does nothing.
    public func cancelWriting() {
        hasFinished = true
        session.cancelPass()
        storage?.close()
        for input in audio { input.close() }
        // A silo that cannot be written any more is removed all the same.
        try? silo.close()
    }
}
