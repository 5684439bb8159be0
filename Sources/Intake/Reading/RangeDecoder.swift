import FFmpeg
import Media

/// Decodes exact ranges of a film: seeks to an early enough key frame, decodes, and drops earlier pictures.
///
/// The output is exactly the requested frames, each once and in order, or an error. If a start turns out to be too late
/// (an open GOP, an index that uses decoding times), decoding starts again from an earlier key frame.
///
/// If a source is read despite its damage, a frame that cannot be decoded from any start is what the decoder returns
/// for it, or the previous picture, and is marked as such. Such a range always starts from scratch, so that its
/// pictures do not depend on earlier reads.
final class RangeDecoder: PictureDecoding, @unchecked Sendable {
    // Safe: one thread at a time uses it. FilmReader starts the next thread only after the one before has finished.
    let source: SourceDescription
    let output: PictureConversion
    let converter: PictureConverter
    /// Takes each decoded picture with its number and what it says about light, instead of the converter, and returns
    /// whether more are wanted; nil for most films.
    var taker: ((Frame, Int, LightMetadata?) throws(IntakeError) -> Bool)?
    var demuxer: Demuxer
    var decoder: VideoDecoder
    let scale: TickScale
    let clock: FilmClock
    /// How the file is read.
    let reading: SourceReading
    /// Whether pictures have no times and are identified by counting them.
    let countsPictures: Bool
    /// The film's frame 0 by its number in the file.
    let firstFrame: Int
    /// The stretches of the media that an edit list presents; nil if the container's own times are the film's.
    let stretches: [PictureStretch]?
    /// The current stretch.
    var stretch: PictureStretch?

    /// The frame that comes out next if decoding continues; nil if unknown.
    var position: Int?
    /// The number in the file of the picture that comes out next. It identifies frames without times or with unreliable
    /// times.
    var pictureCount = 0
    /// Tick of the picture that came out last since decoding started; nil before the first.
    var lastTick: Int64?
    /// Tick of the key frame from which decoding started: pictures before it may lack their references.
    var startTick: Int64?
    /// Whether decoding started from the first packet: there is nothing earlier to start from.
    var isFromBeginning = true
    var isDraining = false
    var tickOfPacket: Int64?
    /// Number of packets read since decoding started.
    var packetCount = 0
    /// Colour of the picture that came out last; nil before the first.
    var lastColour: ColourDescription?
    /// Colour of the film's first picture; nil until it is known.
    var firstColour: ColourDescription?
    /// Whether a picture whose colour differs from the first one's ends decoding.
    var refusesColourChange = true
    /// Reads the NAL units of an HEVC stream; nil for other codecs, for which the decoder reports the light metadata.
    var codedColour: CodedColour?
    /// Light metadata of key frames that are still to come out.
    var lightAhead: [Int: LightMetadata] = [:]
    /// Replacements for damaged frames of the current range.
    var concealment = Concealment()

    /// How often one range is started again from an earlier key frame.
    private static let maximumRestarts = 4

    /// Opens the source: every decoder opens the file separately.
    init(source: SourceDescription, output: PictureConversion) throws(IntakeError) {
        self.source = source
        self.output = output
        reading = source.reading ?? .standard
        countsPictures = source.countedRate != nil || source.countsSamples == true
        firstFrame = source.cut?.frames.lowerBound ?? 0
        stretches = reading.frameRate == nil ? source.video.stretches : nil
        demuxer = try Demuxer(
            SourceFile(of: source),
            appliesEditList: stretches == nil,
            endsAtDamage: reading.concealsDamage
        )
        let index = source.video.streamIndex
        guard index < demuxer.streamCount, let scale = TickScale(demuxer.stream(index).timeBase),
            scale.timescale == source.video.timeline.timescale || source.countedRate != nil
        else { throw IntakeError.changed(source.path, difference: "its streams differ from those that were probed") }
        self.scale = scale
        clock = FilmClock(
            scale: scale,
            origin: demuxer.originTick(ofStream: index),
            cutTick: source.cut?.startTick ?? 0
        )
        demuxer.keepOnly(streams: [index])
        decoder = try VideoDecoder(demuxer, stream: index, concealsDamage: reading.concealsDamage)
        codedColour = CodedColour(demuxer, stream: index)
        firstColour = source.video.openingColour?.filled(from: source.video.colour)
        position = firstFrame == 0 ? 0 : nil
        converter = try PictureConverter(target: output, path: source.path)
    }

    /// Decodes frames in order and passes each to `body`, until the range is finished or `body` returns false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard let stretches else { return try decodeStretch(frames, body) }
        for next in stretches {
            let part = source.frames(in: next).clamped(to: frames)
            guard !part.isEmpty else { continue }
            if next != stretch { (stretch, position) = (next, nil) }
            var isWanted = true
            try decodeStretch(part) { picture in
                isWanted = body(picture)
                return isWanted
            }
            if !isWanted { return }
        }
    }

    /// Decodes frames of the current stretch.
    private func decodeStretch(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard !frames.isEmpty else { return }
        var wanted = frames.lowerBound
        var restarts = 0
        concealment = Concealment()
        if !goesOn(at: wanted) || reading.concealsDamage { try start(at: wanted) }
        position = nil
        while wanted < frames.upperBound {
            let flaw: Flaw
            switch try nextStep(wanted: wanted) {
            case .nothing:
                continue
            case .picture(let frame) where frame < wanted:
                continue
            case .picture(let frame) where frame == wanted && taker != nil:
                wanted += 1
                if try taker?(decoder.picture, frame, light(of: frame)) == false {
                    position = wanted
                    return
                }
                continue
            case .picture(let frame) where frame == wanted:
                let picture = try picture(
                    frame,
                    of: storage(),
                    damage: concealment.takeCause(of: frame),
                    light: light(of: frame)
                )
                if reading.concealsDamage { concealment.last = picture.storage }
                wanted += 1
                if !body(picture) {
                    position = wanted
                    return
                }
                continue
            case .picture(let frame):
                flaw = Flaw(.missing(before: frame), frame: wanted, cause: "the decoder returned no picture for it")
            case .flaw(let found):
                flaw = found
            }
            if !isFromBeginning, restarts < Self.maximumRestarts {
                restarts += 1
                try startEarlier(for: wanted)
                continue
            }
            guard reading.concealsDamage else { throw error(flaw) }
            restarts = Self.maximumRestarts
            guard try conceal(flaw, from: &wanted, to: frames.upperBound, body) else { break }
        }
        position = wanted
    }

    /// Returns replacements for damaged frames, or records the damage for the picture that is to come. Returns false if
    /// no more pictures are wanted.
    private func conceal(
        _ flaw: Flaw,
        from wanted: inout Int,
        to end: Int,
        _ body: (Picture) -> Bool
    ) throws(IntakeError) -> Bool {
        let next: Int
        var storage: [UInt8]?
        switch flaw.place {
        case .packet:
            if flaw.frame ?? wanted >= wanted { concealment.note(flaw.cause, of: flaw.frame) }
            return true
        case .picture(let frame), .missing(before: let frame):
            guard frame >= wanted else { return true }
            (next, storage) = (frame, try self.storage())
        case .end:
            next = end
        }
        while wanted < min(next, end) {
            let stand = concealment.standIn(following: storage, format: output.format, size: output.size)
            let cause = concealment.takeCause(of: wanted) ?? "no picture of it could be decoded"
            let picture = picture(wanted, of: stand.storage, damage: "\(cause): replaced by \(stand.words)")
            wanted += 1
            if !body(picture) { return false }
        }
        guard let storage, wanted < end else { return true }
        var cause = concealment.takeCause(of: wanted)
        if case .picture = flaw.place { cause = cause ?? flaw.cause }
        concealment.last = storage
        let picture = picture(wanted, of: storage, damage: cause)
        wanted += 1
        return body(picture)
    }

    /// Whether the requested frame comes out if decoding continues. If frames are counted, that is true of every later
    /// frame.
    private func goesOn(at wanted: Int) -> Bool {
        guard let position else { return false }
        return countsPictures ? position <= wanted : position == wanted
    }
}
