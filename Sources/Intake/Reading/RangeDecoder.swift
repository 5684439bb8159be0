import CFFmpeg
import Media

/// Decodes exact ranges of a film: seeks to a key frame early enough, decodes on, drops what lies before.
///
/// What comes out is exactly the frames asked for, each once, in order, or an error. A start that turns out too late
/// (an open GOP, an index that counts in decode time) is made again from an earlier key frame.
///
/// Of a source that is read in spite of its damage, what cannot be had from any start is what the decoder makes of it,
/// or the picture before it, and says so. Such a range is always started anew, so that its pictures do not depend on
/// what was read before.
final class RangeDecoder: @unchecked Sendable {
    // Safe: one thread at a time uses it. MovieReader starts the next thread only after the one before has finished.
    let source: SourceDescription
    let output: PictureConversion
    let converter: PictureConverter
    var demuxer: Demuxer
    var decoder: VideoDecoder
    let scale: TickScale
    let origin: Int64
    /// How the file is read.
    let reading: SourceReading
    /// Whether pictures have no times, and are told apart by counting them.
    let countsPictures: Bool
    /// The film's frame 0 by its number in the file.
    let firstFrame: Int
    /// The stretches of the media that an edit list presents; nil when the container's own times are the film's.
    let stretches: [PictureStretch]?
    /// The one that is read.
    var stretch: PictureStretch?

    /// The frame that comes out next if decoding goes on, nil when that is not known.
    var position: Int?
    /// The number in the file of the picture that comes out next: what tells frames apart that have no times, or whose
    /// times are not believed.
    var pictureCount = 0
    /// Tick of the picture that came out last since decoding started; nil before the first.
    var lastTick: Int64?
    /// Tick of the key frame that decoding started from: pictures before it may lack their references.
    var startTick: Int64?
    /// Whether decoding started from the first packet: there is nothing earlier to start from.
    var isFromBeginning = true
    var isDraining = false
    var tickOfPacket: Int64?
    /// How many packets were read since decoding started.
    var packetCount = 0
    /// What the picture that came out last says of its colour; nil before the first.
    var lastColour: ColourDescription?
    /// What the film's first picture says of colour; nil until that is known.
    var firstColour: ColourDescription?
    /// Whether a picture of another colour than the first one's ends the decoding.
    var refusesColourChange = true
    /// Reads the units of an HEVC stream; nil for other codecs, of which the decoder says what they say of light.
    var codedColour: CodedColour?
    /// What key frames that are still to come out say of light.
    var lightAhead: [Int: LightMetadata] = [:]
    /// What stands for damaged frames of the range that is read.
    var concealment = Concealment()

    /// How often one range is started again from an earlier key frame.
    private static let maximumRestarts = 4

    /// Opens the source: every decoder has a file of its own.
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
        guard index < demuxer.streamCount, let scale = unsafe TickScale(demuxer.stream(index).pointee.time_base),
            scale.timescale == source.video.timeline.timescale || source.countedRate != nil
        else { throw IntakeError.changed(source.path, difference: "its streams differ from those that were probed") }
        self.scale = scale
        origin = demuxer.originTick(ofStream: index)
        demuxer.keepOnly(streams: [index])
        decoder = try VideoDecoder(demuxer, stream: index, concealsDamage: reading.concealsDamage)
        codedColour = CodedColour(demuxer, stream: index)
        firstColour = source.video.openingColour?.filled(from: source.video.colour)
        position = firstFrame == 0 ? 0 : nil
        converter = try PictureConverter(target: output, path: source.path)
    }

    /// Decodes frames in order and hands each to `body`, until the range is done or `body` answers false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard let stretches else { return try decodeStretch(frames, body) }
        for next in stretches {
            let part = framesOfPart(in: next).clamped(to: frames)
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

    /// Decodes frames of the stretch that is read.
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

    /// Hands out what stands for damaged frames, or notes the damage for the picture that is to come. Answers false
    /// when nobody wants more.
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

    /// Whether the wanted frame comes out if decoding goes on. Where frames are counted, that is true of every later
    /// one.
    private func goesOn(at wanted: Int) -> Bool {
        guard let position else { return false }
        return countsPictures ? position <= wanted : position == wanted
    }
}
