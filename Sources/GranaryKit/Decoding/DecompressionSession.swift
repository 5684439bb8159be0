import HEVC
import Media

/// Decodes samples to pictures. The counterpart of VTDecompressionSession.
///
///     let session = try DecompressionSession(format)
///     try silo.forEachSample { sample in
///         try session.decode(sample) { frame in show(try frame.result.get()) }
///     }
///     try session.finish { frame in show(try frame.result.get()) }
///
/// Samples are given in decode order. Frames are returned in presentation order with the times of their samples, and
/// every sample that a call takes comes out as one frame: with its picture, or with an error. Decoding continues after
/// an error as soon as a picture refers to nothing that is missing or damaged.
///
/// libde265 decodes HEVC. A frame is returned as soon as `maximumLookahead` later samples were given, so that memory is
/// bounded. The hash of each picture is compared with that of the encoder, if the sample comes from a
/// `CompressionSession` or its `FrameSilo`. Without a hash a decoder cannot see all damage of a sample.
///
/// libavcodec decodes the other codecs. It does not say which pictures refer to a damaged one, so all of them up to the
/// next key frame are errors.
///
/// Decoding is not confined: a sample that attacks its decoder attacks this process. Not for use from several threads.
/// Several sessions may run at the same time.
public final class DecompressionSession {
    /// Most samples whose frames wait for later samples: for HEVC the reorder depth that the stream declares, 0 to 15;
    /// for other codecs 16, of which a decoder uses as many as its stream needs.
    public var maximumLookahead: Int { decoder.lookahead }

    /// Samples whose frames wait now, at most `maximumLookahead` between two calls.
    public var waitingSampleCount: Int { queue.count }

    private enum Format: Hashable {
        case hevc(FormatDescription)
        case foreign(CodecDescription)
    }

    /// The times of a sample; nil if its decode time is unknown.
    private struct SampleTimes {
        let presentation: MediaTime
        let duration: MediaTime
        let decode: MediaTime?

        init(_ presentation: MediaTime, _ duration: MediaTime, decode: MediaTime? = nil) {
            (self.presentation, self.duration, self.decode) = (presentation, duration, decode)
        }
    }

    private let format: Format
    private let decoder: any SampleDecoding
    private var queue: PresentationQueue
    private var nextNumber = 0
    private var lastDecodeTime: MediaTime?
    private var isFinished = false

    /// Creates a session for HEVC.
    ///
    /// Throws `unavailable` if this machine does not decode the format, as `DecoderCapabilities` says, or `damaged` for
    /// parameter sets that cannot be read.
    public init(_ format: FormatDescription) throws {
        let support = try DecoderCapabilities.current.support(of: format)
        guard support.isDecodable else {
            throw GranaryError(
                .unavailable,
                attempted: "create a decompression session",
                subject: "HEVC, \(support)",
                cause: "a session decodes 4:2:0 with the same 8 or 10 bits for luma and chroma"
            )
        }
        self.format = .hevc(format)
        decoder = try translating { try HEVCSampleDecoder(format.sets) }
        queue = PresentationQueue(limit: decoder.lookahead)
    }

    /// Creates a session for another codec. Its pictures have 8 bits, or 10 if those of the stream have more. Pictures
    /// of 4:2:2 and 4:4:4 become 4:2:0, and odd sides become even: the last row or column is repeated.
    ///
    /// Throws `refusedProperty` for a size that no picture has, and for HEVC, which needs a `FormatDescription`;
    /// `unavailable` if this machine does not decode the codec; `damaged` for a configuration that cannot be read; or
    /// `system`.
    public init(_ description: CodecDescription) throws {
        func refusal(_ code: GranaryError.Code, _ cause: String, _ remedy: String) -> GranaryError {
            GranaryError(
                code,
                attempted: "create a decompression session",
                subject: description.codec,
                cause: cause,
                remedy: remedy
            )
        }
        guard description.codec != DecoderCapabilities.hevc else {
            throw refusal(.refusedProperty, "HEVC is decoded by parameter sets", "Use FormatDescription(hvcC:).")
        }
        let sides = 1...Picture.longestSide
        guard sides.contains(description.width), sides.contains(description.height) else {
            let size = "\(description.width)x\(description.height)"
            throw refusal(.refusedProperty, "the size is \(size)", "Valid sides: 1 to \(sides.upperBound).")
        }
        guard DecoderCapabilities.current.isDecodable(codec: description.codec) else {
            throw refusal(.unavailable, "libavcodec has no decoder of this name", "`ffmpeg -decoders` lists them.")
        }
        format = .foreign(description)
        decoder = try translating { try ForeignSampleDecoder(description) }
        queue = PresentationQueue(limit: decoder.lookahead)
    }

    /// Whether samples of a format can follow in this session: only those with the same parameter sets. The counterpart
    /// of VTDecompressionSessionCanAcceptFormatDescription. If not, finish the session and begin another one.
    public func canAccept(_ format: FormatDescription) -> Bool { self.format == .hevc(format) }

    /// Whether samples of a format can follow in this session: only those of the same description.
    public func canAccept(_ description: CodecDescription) -> Bool { format == .foreign(description) }

    /// Decodes an HEVC sample and returns the frames whose turn it is.
    ///
    /// - Parameters:
    ///   - sample: the next one in decode order.
    ///   - output: takes each frame, in presentation order. An error that it throws ends the call. The sample was
    ///     taken, and the frames that wait come with the next call.
    /// - Throws: as for bytes, and `wrongSample` if the sample is not decoded after the previous one. `misuse` in a
    ///   session of another codec.
    public func decode(_ sample: EncodedSample, output: (DecodedFrame) throws -> Void) throws {
        guard case .hevc = format else { throw misuse("the sample is HEVC, but the session decodes another codec") }
        let times = SampleTimes(sample.presentationTime, sample.duration, decode: sample.decodeTime)
        try decode(sample.bytes, times, sample.pictureHash, output)
    }

    /// Decodes the bytes of a sample and returns the frames whose turn it is.
    ///
    /// - Parameters:
    ///   - bytes: the next sample in decode order, one coded picture. For HEVC each NAL unit follows its length in four
    ///     bytes. For other codecs as the container of the codec configuration has it.
    ///   - presentationTime: when it is presented. It differs from those of all other samples.
    ///   - duration: how long it is presented, not negative.
    ///   - output: takes each frame, in presentation order. An error that it throws ends the call. The sample was
    ///     taken, and the frames that wait come with the next call.
    /// - Throws: if the sample is not taken; the session goes on without it. `wrongSample` for a sample without bytes,
    ///   with lengths that do not fit, with a time that another one has, or that is presented before a frame that was
    ///   returned. `formatChange` for HEVC with other parameter sets: finish, and begin another session. `misuse` after
    ///   `finish`.
    public func decode(
        _ bytes: [UInt8],
        presentationTime: MediaTime,
        duration: MediaTime,
        output: (DecodedFrame) throws -> Void
    ) throws {
        try decode(bytes, SampleTimes(presentationTime, duration), nil, output)
    }

    /// Ends the session and returns the frames that wait. Throws `misuse` if it was called before.
    ///
    /// - Parameter output: takes each frame. An error that it throws ends the call, and drops the rest.
    public func finish(output: (DecodedFrame) throws -> Void) throws {
        guard !isFinished else { throw misuse("the session is finished") }
        isFinished = true
        decoder.finish { queue.settle($0) }
        try passOn(isFinishing: true, output)
    }

    private func decode(
        _ bytes: [UInt8],
        _ times: SampleTimes,
        _ expected: PictureHash?,
        _ output: (DecodedFrame) throws -> Void
    ) throws {
        guard !isFinished else { throw misuse("the session is finished") }
        guard !bytes.isEmpty else { throw refusal("it has no bytes", times) }
        guard times.duration >= .zero else { throw refusal("its duration is negative", times) }
        if let last = lastDecodeTime, let time = times.decode, time <= last {
            throw refusal("its decode time is not after that of the previous one", times)
        }
        if let words = queue.refusal(of: times.presentation.wrapped) { throw refusal(words, times) }
        if let failure = decoder.refusal(of: bytes) { throw failure.error(at: times.presentation.wrapped) }
        lastDecodeTime = times.decode ?? lastDecodeTime
        let number = nextNumber
        nextNumber += 1
        queue.add(
            PresentationQueue.Entry(
                number: number,
                presentationTime: times.presentation.wrapped,
                duration: times.duration.wrapped
            )
        )
        decoder.decode(bytes, number: number, expected: expected) { queue.settle($0) }
        try passOn(isFinishing: false, output)
    }

    private func passOn(isFinishing: Bool, _ output: (DecodedFrame) throws -> Void) throws {
        while let entry = queue.takeDue(isFinishing: isFinishing) { try output(DecodedFrame(entry)) }
    }

    private func refusal(_ cause: String, _ times: SampleTimes) -> GranaryError {
        SampleFailure(code: .wrongSample, cause: cause).error(at: times.presentation.wrapped)
    }

    private func misuse(_ cause: String) -> GranaryError {
        GranaryError(.misuse, attempted: "use a decompression session", subject: "session", cause: cause)
    }
}
