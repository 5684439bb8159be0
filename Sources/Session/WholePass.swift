import Encoding
import Media
import Storage

/// A pass over frames whose number is not known in advance: the analysis of a session, or its only pass.
///
/// With temporal levels the slice types at the end of a film differ, so a mini-GOP of pictures is held back until it is
/// known that the film does not end there.
final class WholePass {
    private let encoder: RangeEncoder
    private var held: [Picture] = []
    private let heldCount: Int
    private(set) var clock = FrameClock()
    /// Frames that the client forced to be key frames.
    private(set) var forcedKeyFrames: Set<Int> = []

    /// Opens the encoder.
    ///
    /// - Parameter keep: takes what was learned about each frame.
    init(_ settings: SessionSettings, pass: EncodingPass, keep: @escaping (FrameRecord) throws -> Void) throws {
        encoder = try RangeEncoder(settings.encoder, firstFrame: 0, count: nil, pass: pass, keep: keep)
        let levels = settings.encoder.temporalLevels
        heldCount = levels > 1 ? TemporalPyramid(levels: levels).map(LevelStructure.miniGroupLength) ?? 0 : 0
    }

    /// VPS, SPS and PPS.
    var parameterSets: ParameterSets { encoder.parameterSets }
    /// x265's options; nil before the first record.
    var optionsLine: String? { encoder.optionsLine }
    /// Bits of the samples.
    var bits: Int { encoder.bits }

    /// Encodes the next frame.
    func encode(_ picture: Picture, isKeyFrame: Bool, emit: (EncodedSample) throws -> Void) throws {
        try clock.add(picture.presentationTime, duration: picture.duration)
        let numbered = picture.numbered(clock.count - 1)
        if isKeyFrame { forcedKeyFrames.insert(numbered.frame) }
        guard heldCount > 0 else { return try encoder.encode(numbered, isKeyFrame: isKeyFrame, emit: emit) }
        held.append(numbered)
        if held.count > heldCount { try encoder.encode(held.removeFirst(), emit: emit) }
    }

    /// Ends the pass and returns the remaining samples.
    func finish(emit: (EncodedSample) throws -> Void) throws {
        if clock.count > 0 { try encoder.end(after: clock.count) }
        for picture in held { try encoder.encode(picture, emit: emit) }
        held = []
        try encoder.finish(emit: emit)
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
