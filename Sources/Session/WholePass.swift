import Encoding
import Media
import Storage

/// A pass over frames whose number is not known in advance: the analysis of a session, or its only pass.
///
/// With temporal levels the slice types at the end of a film differ, so a mini-GOP of pictures is held back until it is
/// known that the film does not end there.
final class WholePass {
    private let settings: EncoderSettings
    private let pass: EncodingPass
    private let keep: (FrameRecord) throws -> Void
    private var encoder: RangeEncoder
    /// True if the encoder has returned all samples and takes no more frames.
    private var isEncoderFinished = false
    private var held: [Picture] = []
    private let heldCount: Int
    private(set) var clock = FrameClock()
    /// Frames that the client forced to be key frames.
    private(set) var forcedKeyFrames: Set<Int> = []

    /// Opens the encoder.
    ///
    /// - Parameter keep: takes what was learned about each frame.
    init(_ settings: SessionSettings, pass: EncodingPass, keep: @escaping (FrameRecord) throws -> Void) throws {
        self.settings = settings.encoder
        self.pass = pass
        self.keep = keep
        encoder = try RangeEncoder(settings.encoder, firstFrame: 0, count: nil, pass: pass, keep: keep)
        let levels = settings.encoder.temporalLevels
        heldCount = levels > 1 ? TemporalPyramid(levels: levels).map(LevelStructure.miniGroupLength) ?? 0 : 0
    }

    /// VPS, SPS and PPS.
    var parameterSets: ParameterSets { encoder.parameterSets }
    /// x265's options; nil before the first record.
    var optionsLine: String? { encoder.optionsLine }

    /// Encodes the next frame.
    func encode(_ picture: Picture, isKeyFrame: Bool, emit: (EncodedSample) throws -> Void) throws {
        try clock.add(picture.presentationTime, duration: picture.duration)
        let numbered = picture.numbered(clock.count - 1)
        if isKeyFrame { forcedKeyFrames.insert(numbered.frame) }
        if isEncoderFinished {
            encoder = try RangeEncoder(settings, firstFrame: numbered.frame, count: nil, pass: pass, keep: keep)
            isEncoderFinished = false
        }
        guard heldCount > 0 else { return try encoder.encode(numbered, isKeyFrame: isKeyFrame, emit: emit) }
        held.append(numbered)
        if held.count > heldCount { try encoder.encode(held.removeFirst(), emit: emit) }
    }

    /// Returns the samples of all frames so far. The next frame begins a closed group of pictures, with an encoder of
    /// its own. Precondition: the pass keeps no records, which would be numbered in each group, and has no temporal
    /// levels, whose groups have a fixed length.
    func complete(emit: (EncodedSample) throws -> Void) throws { try finish(emit: emit) }

    /// Ends the pass and returns the remaining samples.
    func finish(emit: (EncodedSample) throws -> Void) throws {
        guard !isEncoderFinished else { return }
        if clock.count > 0 { try encoder.end(after: clock.count - encoder.firstFrame) }
        for picture in held { try encoder.encode(picture, emit: emit) }
        held = []
        try encoder.finish(emit: emit)
        isEncoderFinished = true
    }
}

extension Picture {
    /// The same picture with another number.
    func numbered(_ frame: Int) -> Picture {
        Picture(
            format: format,
            size: size,
            frame: frame,
            presentationTime: presentationTime,
            duration: duration,
            damage: damage,
            light: light,
            storage: storage
        )
    }

    /// The same picture at the time of a frame in a timeline.
    func placed(_ frame: Int, in timeline: FrameTimeline) -> Picture {
        Picture(
            format: format,
            size: size,
            frame: frame,
            presentationTime: timeline.time(of: frame),
            duration: timeline.duration(of: frame),
            damage: damage,
            light: light,
            storage: storage
        )
    }
}
