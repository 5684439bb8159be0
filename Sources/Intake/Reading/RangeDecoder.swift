import CFFmpeg
import Media

/// Decodes exact ranges of a film: seeks to a key frame early enough, decodes on, drops what lies before.
///
/// What comes out is exactly the frames asked for, each once, in order, or an error. A start that turns out too late
/// (an open GOP, an index that counts in decode time) is made again from an earlier key frame.
final class RangeDecoder: @unchecked Sendable {
    // Safe: one thread at a time uses it. MovieReader starts the next thread only after the one before has finished.
    private let source: SourceDescription
    private let output: PictureConversion
    private let converter: PictureConverter
    private var demuxer: Demuxer
    private var decoder: VideoDecoder
    private let scale: TickScale
    private let origin: Int64

    /// The frame that comes out next if decoding goes on, nil when that is not known.
    private var position: Int? = 0
    /// Tick of the key frame that decoding started from: pictures before it may lack their references.
    private var startTick: Int64?
    /// Whether decoding started from the first packet: there is nothing earlier to start from.
    private var isFromBeginning = true
    private var isDraining = false
    private var tickOfPacket: Int64?

    /// How often one range is started again from an earlier key frame.
    private static let maximumRestarts = 4

    /// Opens the source: every decoder has a file of its own.
    init(source: SourceDescription, output: PictureConversion) throws(IntakeError) {
        self.source = source
        self.output = output
        demuxer = try Demuxer(path: source.path)
        let index = source.video.streamIndex
        guard index < demuxer.streamCount, let scale = unsafe TickScale(demuxer.stream(index).pointee.time_base),
            scale.timescale == source.video.timeline.timescale
        else { throw IntakeError.changed(source.path, difference: "its streams are not those that were probed") }
        self.scale = scale
        origin = demuxer.originTick(ofStream: index)
        demuxer.keepOnly(streams: [index])
        decoder = try VideoDecoder(demuxer, stream: index)
        converter = try PictureConverter(target: output, path: source.path)
    }

    /// Decodes frames in order and hands each to `body`, until the range is done or `body` answers false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard !frames.isEmpty else { return }
        var wanted = frames.lowerBound
        var restarts = 0
        if position != wanted { try start(at: wanted) }
        position = nil
        while wanted < frames.upperBound {
            let flaw: Flaw
            switch try nextStep(wanted: wanted) {
            case .nothing:
                continue
            case .picture(let frame) where frame < wanted:
                continue
            case .picture(let frame) where frame == wanted:
                let picture = try picture(frame)
                wanted += 1
                if !body(picture) {
                    position = wanted
                    return
                }
                continue
            case .picture:
                flaw = Flaw(frame: wanted, cause: "the decoder gave no picture for it")
            case .flaw(let found):
                flaw = found
            }
            guard !isFromBeginning, restarts < Self.maximumRestarts else {
                throw error(flaw)
            }
            restarts += 1
            try startEarlier(for: wanted)
        }
        position = wanted
    }

    // MARK: - Steps

    /// Why a frame cannot be had from this start.
    private struct Flaw {
        let frame: Int?
        let cause: String
    }

    private enum Step {
        case nothing
        case picture(Int)
        case flaw(Flaw)
    }

    /// One packet in, or one picture out.
    private func nextStep(wanted: Int) throws(IntakeError) -> Step {
        switch decoder.next() {
        case .picture:
            return try receive(wanted: wanted)
        case .needsPacket:
            return try feed(wanted: wanted)
        case .end:
            return .flaw(Flaw(frame: wanted, cause: "the file ends before it"))
        case .failure(let words):
            return isTolerable ? .nothing : .flaw(Flaw(frame: frameOfPacket, cause: words))
        }
    }

    private func feed(wanted: Int) throws(IntakeError) -> Step {
        guard let packet = try nextPacket() else {
            if isDraining { return .flaw(Flaw(frame: nil, cause: "the decoder does not end")) }
            isDraining = true
            decoder.finish()
            return .nothing
        }
        note(packet)
        if packet.isCorrupt {
            let cause = demuxer.takeComplaint() ?? "the container marks it as broken"
            return .flaw(Flaw(frame: frameOfPacket, cause: cause))
        }
        // A decoder conceals much and says so only in its log: whatever it complains about is damage.
        // What lies before the range is decoded for its references only.
        let isWanted = tickOfPacket.map { $0 >= source.video.timeline.tick(of: wanted) } ?? true
        let words = decoder.take(packetOf: demuxer, isWanted: isWanted) ?? decoder.takeComplaint()
        if let words, !isTolerable { return .flaw(Flaw(frame: frameOfPacket, cause: words)) }
        return .nothing
    }

    private func receive(wanted: Int) throws(IntakeError) -> Step {
        let facts = unsafe PictureFacts(decoder.picture)
        let words = decoder.takeComplaint()
        let complaint = isTolerable ? nil : words
        guard let tick = timelineTick(facts.presentationTick) else {
            return .flaw(Flaw(frame: wanted, cause: "a picture came out of the decoder without its time"))
        }
        let timeline = source.video.timeline
        let isLeading = !isFromBeginning && tick < startTick ?? .min
        guard tick >= timeline.firstTick, tick < timeline.endTick, !isLeading else { return .nothing }
        guard let frame = timeline.frame(startingAt: tick) else {
            let time = MediaTime(value: tick, timescale: timeline.timescale)
            return .flaw(Flaw(frame: nil, cause: "a picture came out at \(time), where no frame starts"))
        }
        if facts.isDamaged || complaint != nil {
            return .flaw(Flaw(frame: frame, cause: complaint ?? "the decoder had to guess parts of the picture"))
        }
        try checkForm(facts, frame: frame)
        return .picture(frame)
    }

    private func nextPacket() throws(IntakeError) -> PacketFacts? {
        while let packet = try demuxer.next() {
            if packet.stream == source.video.streamIndex { return packet }
        }
        return nil
    }

    private func note(_ packet: PacketFacts) {
        tickOfPacket = timelineTick(packet.presentationTick)
        if startTick == nil, packet.isKey { startTick = tickOfPacket }
    }

    private func timelineTick(_ containerTick: Int64?) -> Int64? {
        guard let containerTick else { return nil }
        let (tick, overflow) = containerTick.subtractingReportingOverflow(origin)
        return overflow ? nil : scale.ticks(tick)
    }

    private var frameOfPacket: Int? { tickOfPacket.flatMap { source.video.timeline.frame(startingAt: $0) } }

    /// True for packets that lead the key frame decoding started from: their pictures may lack their references.
    ///
    /// At the film's very start such pictures are frames only if the probe found that they can be decoded.
    private var isTolerable: Bool {
        guard let tickOfPacket, !isDraining, tickOfPacket < startTick ?? .max else { return false }
        return !isFromBeginning || frameOfPacket == nil
    }

    // MARK: - Starting

    /// Starts at a key frame that is presented no later than a frame.
    private func start(at frame: Int) throws(IntakeError) {
        if frame == 0 { return try startFromBeginning() }
        try start(at: frame, before: source.video.timeline.tick(of: frame))
    }

    /// Starts at an earlier key frame than now.
    private func startEarlier(for frame: Int) throws(IntakeError) {
        guard let startTick else { return try startFromBeginning() }
        let (earlier, overflow) = startTick.subtractingReportingOverflow(scale.step)
        if overflow { return try startFromBeginning() }
        try start(at: frame, before: earlier)
    }

    /// Starts at a key frame that is presented at `limit` or before.
    ///
    /// Indexes count in decode time, so a seek may land on a key frame that is presented later: then it is sought
    /// further back, in steps that double.
    private func start(at frame: Int, before limit: Int64) throws(IntakeError) {
        let index = source.video.streamIndex
        let timeline = source.video.timeline
        var target = limit
        var distance = max(timeline.duration(of: frame).value, scale.step)
        while target >= timeline.firstTick {
            guard demuxer.seek(stream: index, notAfter: scale.containerTick(notAfter: target) + origin) else { break }
            forget()
            while let packet = try nextPacket() {
                guard packet.isKey else { continue }
                note(packet)
                guard let startTick, startTick <= limit else { break }
                isFromBeginning = false
                let words =
                    packet.isCorrupt
                    ? "the container marks it as broken" : decoder.take(packetOf: demuxer, isWanted: true)
                if let words { throw error(Flaw(frame: frameOfPacket, cause: words)) }
                return
            }
            target -= distance
            distance = min(distance * 2, Int64.max / 4)
        }
        try startFromBeginning()
    }

    /// Opens the file anew: the one way back that every container knows.
    private func startFromBeginning() throws(IntakeError) {
        forget()
        demuxer = try Demuxer(path: source.path)
        demuxer.keepOnly(streams: [source.video.streamIndex])
        decoder = try VideoDecoder(demuxer, stream: source.video.streamIndex)
        isFromBeginning = true
    }

    private func forget() {
        decoder.reset()
        position = nil
        startTick = nil
        tickOfPacket = nil
        isDraining = false
    }

    // MARK: - Pictures and errors

    private func picture(_ frame: Int) throws(IntakeError) -> Picture {
        Picture(
            format: output.format,
            size: output.size,
            frame: frame,
            presentationTime: source.video.timeline.time(of: frame),
            duration: source.video.timeline.duration(of: frame),
            storage: try unsafe converter.storage(of: decoder.picture)
        )
    }

    private func checkForm(_ facts: PictureFacts, frame: Int) throws(IntakeError) {
        let name = PlanarLayout.name(of: facts.pixelFormat)
        guard facts.size == source.video.size, name == source.video.sourcePixelFormat else {
            throw IntakeError.formatChange(
                source.path,
                at: source.video.timeline.time(of: frame),
                from: "\(source.video.size) \(source.video.sourcePixelFormat)",
                to: "\(facts.size) \(name)"
            )
        }
        if facts.isInterlaced {
            throw IntakeError.interlaced(source.path, at: source.video.timeline.time(of: frame))
        }
    }

    private func error(_ flaw: Flaw) -> IntakeError {
        .damagedPicture(
            source.path,
            frame: flaw.frame,
            at: flaw.frame.map { source.video.timeline.time(of: $0) },
            cause: flaw.cause
        )
    }
}
