public import Foundation
import Glibc
import Media
import Platform

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
/// The file has one video track, with sample groups if there are temporal levels. It gets its name when it is complete:
/// until then, and after an error, there is no file at `url`. Not for use from several threads.
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

    private let storage: MultiPassStorage
    private let silo: FrameSilo
    private let session: CompressionSession
    private var formatDescription: FormatDescription?
    private var isPassRunning = false
    private var hasFinished = false

    /// Prepares a film.
    ///
    /// - Parameters:
    ///   - url: a file that does not exist.
    ///   - properties: those of the video track.
    ///   - timeRange: the time of the film, from its first picture to the end of its last one. It begins at 0 or later.
    /// - Throws: `alreadyExists`, `refusedProperty`, `unavailable` or `system`.
    public init(url: URL, video properties: CompressionProperties, timeRange: TimeRange) throws {
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw GranaryError(
                .alreadyExists,
                attempted: "write a film",
                subject: url.path,
                cause: "the file exists",
                remedy: "Remove it, or choose another name."
            )
        }
        self.url = url
        self.properties = properties
        storage = MultiPassStorage(timeRange: timeRange)
        silo = try FrameSilo(timeRange: timeRange)
        session = try CompressionSession(properties, storage: storage)
    }

    deinit { cancelWriting() }

    /// True if the properties ask for several passes.
    public var canPerformMultiplePasses: Bool { properties.maximumPasses > 1 && !properties.goal.isConstantRateFactor }

    /// Begins the next pass.
    ///
    /// - Returns: the time ranges whose pictures the pass takes, as those of `CompressionSession`; nil if no further
    ///   pass is requested.
    /// - Throws: `misuse` if a pass is running or the film has ended; what `CompressionSession.beginPass` throws.
    public func beginNextPass() throws -> [TimeRange]? {
        guard !session.isFinished else { return nil }
        let ranges = session.timeRanges
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
    /// - Throws: `misuse` without samples, `alreadyExists` if the name was taken meanwhile, `diskFull` or `system`.
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
        let movie = try translating { try MovieOfSilo(silo, formatDescription, properties) }
        let temporary = url.deletingLastPathComponent()
            .appending(path: ".\(url.lastPathComponent).\(UUID().uuidString)")
        do {
            try movie.write(silo, to: temporary, as: MovieContainer(fileName: url.path))
            let number = FinalName.give(temporary.path, url.path)
            guard number == 0 else {
                throw GranaryError(
                    number == EEXIST ? .alreadyExists : .system,
                    attempted: "name a film",
                    subject: url.path,
                    // Safe: the text is copied before the next call of strerror.
                    cause: unsafe String(cString: strerror(number))
                )
            }
            // The former name may remain beside the new one.
            try? FileManager.default.removeItem(at: temporary)
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
        cancelWriting()
    }

    /// Ends the film without a file, and removes the temporary files. After `finishWriting` it does nothing.
    public func cancelWriting() {
        hasFinished = true
        session.cancelPass()
        storage.close()
        // A silo that cannot be written any more is removed all the same.
        try? silo.close()
    }
}
