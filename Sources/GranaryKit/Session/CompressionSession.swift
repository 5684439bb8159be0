import Encoding
import Jobs
import Media
import Session

/// Encodes frames to HEVC in passes that refine each other. The counterpart of VTCompressionSession.
///
///     let session = try CompressionSession(properties, storage: storage)
///     var ranges = session.timeRanges
///     repeat {
///         try silo.setTimeRangesForNextPass(ranges)
///         try session.beginPass()
///         for picture in try pictures(in: ranges) { try session.encode(picture) { try silo.add($0) } }
///         ranges = try session.endPass { try silo.add($0) }.timeRangesForNextPass
///     } while !ranges.isEmpty
///
/// The first pass analyses all frames and returns no samples. The second one encodes all of them. Further passes encode
/// the closed groups of pictures that bring the film nearest to its goal. Without a storage, or for a constant rate
/// factor, there is a single pass.
///
/// Frames are taken in presentation order. Samples are returned in decode order, some frames later; `endPass` returns
/// the rest. In each pass but the analysis every frame comes out as a sample, or a call throws. A call returns when its
/// frame is encoded as far as it can be, so frames do not pile up. Not for use from several threads.
public final class CompressionSession {
    /// The properties.
    public let properties: CompressionProperties

    let session: Session.CompressionSession

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - properties: what to encode, and how well. They are checked now, and cannot change later.
    ///   - storage: what the passes learn. A storage with finished passes of the same properties continues after them.
    ///     nil makes a single pass.
    /// - Throws: `refusedProperty`, `unavailable`, or, for the storage, `mismatch`, `inUse`, `damaged`,
    ///   `networkFileSystem` or `system`.
    public init(_ properties: CompressionProperties, storage: MultiPassStorage? = nil) throws {
        self.properties = properties
        let settings = try properties.settings()
        session = try translating {
            let opened = try storage.map { storage in
                let build = BuildIdentity.granaryVersion
                return try storage.open(settings.identity(of: storage.timeRange.wrapped, build: build))
            }
            return try Session.CompressionSession(settings, storage: opened)
        }
    }

    /// The time ranges of the current pass, or of the next one if none is running. Empty if no pass is requested, and
    /// for a session without a storage, which takes any frame.
    public var timeRanges: [TimeRange] { session.timeRanges.map(TimeRange.init) }

    /// Number of the last pass that was begun, from 1; 0 before the first. Finished passes of a storage count.
    public var pass: Int { session.pass }

    /// True if no further pass is requested.
    public var isFinished: Bool { session.isFinished }

    /// Why the last pass requested another one, or none: one sentence for people.
    public var explanation: String { session.explanation }

    /// Bits of all samples that count; nil before every frame has one, and for a session without a storage.
    public var sampleBits: Int? { session.bits }

    /// One sentence about a goal that the film misses by more than its tolerance; nil if it meets the goal, before
    /// every frame has a sample, and for a single pass, which corrects nothing.
    public var missedGoal: String? { session.missedGoal }

    /// What a decoder needs before the first sample; nil before the first frame of a pass with samples.
    public var formatDescription: FormatDescription? { session.parameterSets.map(FormatDescription.init) }

    /// The settings of the encoder as libx265 resolves them for these properties, before the first frame: values by
    /// x265's names of options, one number each, or those of a list. Words are given by their positions in x265's
    /// lists. The rate is not among them, as each pass and each group has its own.
    ///
    /// It opens an encoder for some milliseconds.
    ///
    /// - Throws: `refusedProperty` or `unavailable` if there can be none.
    public func resolvedOptions() throws -> [String: [Double]] {
        try translating { try X265Trial.resolved(session.settings.encoder) }
            .filter { !["bitrate", "crf"].contains($0.key) }
    }

    /// Begins the next pass.
    ///
    /// - Throws: `misuse` if one is running, or if none is requested; `refusedProperty` or `unavailable` if the encoder
    ///   cannot be opened; `diskFull` or `system` from the storage.
    public func beginPass() throws { try translating { try session.beginPass() } }

    /// Encodes a frame and returns the samples that are ready.
    ///
    /// - Parameters:
    ///   - picture: the next frame of `timeRanges` in presentation order.
    ///   - forcesKeyFrame: true makes the frame the first one of a closed group. For the first pass, and without
    ///     temporal levels, which determine all key frames.
    ///   - output: takes each sample, in decode order, before the call returns. An error that it throws ends the pass.
    /// - Throws: `wrongFrame` for a frame out of order, twice, missing before this one, outside the time ranges, or of
    ///   another size or format: the pass continues without it. `misuse` if no pass has begun; `refusedProperty`,
    ///   `unavailable` or `encoderFailed` from the encoder; what `output` throws.
    public func encode(
        _ picture: Picture,
        forcesKeyFrame: Bool = false,
        output: (EncodedSample) throws -> Void
    ) throws {
        try translating {
            try session.encode(picture.wrapped, forcesKeyFrame: forcesKeyFrame) { try output(EncodedSample($0)) }
        }
    }

    /// Number of frames that were given to the running pass and have not come out as samples; 0 in the analysis, which
    /// makes none.
    public var pendingFrameCount: Int { session.pendingFrameCount }

    /// Returns the samples of frames that are presented before a time, as far as they can come out now. The counterpart
    /// of VTCompressionSessionCompleteFrames.
    ///
    /// libx265 looks ahead, and returns its last frames only when a closed group of pictures ends. What comes out
    /// depends on the pass:
    ///
    /// - A single pass returns all of its frames if one of those that wait is before `time`, later ones included. The
    ///   next frame then begins a new group with a key frame. That costs bits, and the rate begins anew: call it
    ///   seldom. With temporal levels the groups have a fixed length, and nothing comes out.
    /// - A pass over an analysed film returns nothing: `encode` has returned all samples of a group with its last
    ///   frame. The frames of the open group remain.
    /// - The analysis has no samples.
    ///
    /// `pendingFrameCount` says how many frames remain.
    ///
    /// - Parameters:
    ///   - time: frames that are presented before it are completed.
    ///   - output: takes each sample, in decode order. An error that it throws ends the pass.
    /// - Throws: `misuse` outside a pass, or `encoderFailed`.
    public func completeFrames(until time: MediaTime, output: (EncodedSample) throws -> Void) throws {
        try translating {
            try session.completeFrames(until: time.wrapped) { try output(EncodedSample($0)) }
        }
    }

    /// Ends the pass, and returns the remaining samples and the verdict.
    ///
    /// - Parameter output: takes each sample, in decode order, before the call returns.
    /// - Returns: whether another pass is requested, and its time ranges.
    /// - Throws: `incomplete` if frames are missing: the pass continues. `misuse` if no pass has begun;
    ///   `encoderFailed`; `diskFull` or `system` if the storage cannot take the results; what `output` throws.
    public func endPass(output: (EncodedSample) throws -> Void) throws -> PassVerdict {
        let verdict = try translating { try session.endPass { try output(EncodedSample($0)) } }
        guard case .furtherPasses(let ranges) = verdict else { return PassVerdict(timeRangesForNextPass: []) }
        return PassVerdict(timeRangesForNextPass: ranges.map(TimeRange.init))
    }

    /// Ends the running pass without a result, as if it had not begun. What earlier passes learned stays. Without a
    /// running pass it does nothing.
    public func cancelPass() { session.cancelPass() }
}
