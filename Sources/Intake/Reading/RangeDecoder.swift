import CFFmpeg
import Media

/// Decodes exact ranges of a film: seeks to a key frame early enough, decodes on, drops what lies before.
///
/// What comes out is exactly the frames asked for, each once, in order, or an error. A start that turns out too late
/// (an open GOP, an index that counts in decode time) is made again from an earlier key frame.
///
/// Of a source that is read in spite of its damage, what cannot be had from any start is what the decoder makes of it, or the
/// picture before it, and says so. Such a range is always started anew, so that its pictures do not depend on what was read before.
final class RangeDecoder: @unchecked Sendable {
    // Safe: one thread at a time uses it. MovieReader starts the next thread only after the one before has finished.
    let source: SourceDescription
    private let output: PictureConversion
    private let converter: PictureConverter
    private var demuxer: Demuxer
    private var decoder: VideoDecoder
    private let scale: TickScale
    private let origin: Int64
    /// How the file is read.
    let reading: SourceReading
    /// The film's frame 0 by its number in the file.
    private let firstFrame: Int

    /// The frame that comes out next if decoding goes on, nil when that is not known.
    private var position: Int?
    /// Pictures that came out since decoding started from the first packet: what tells frames apart whose times are not believed.
    private var pictureCount = 0
    /// Tick of the key frame that decoding started from: pictures before it may lack their references.
    private var startTick: Int64?
    /// Whether decoding started from the first packet: there is nothing earlier to start from.
    private var isFromBeginning = true
    private var isDraining = false
    private var tickOfPacket: Int64?
    /// What stands for damaged frames of the range that is read.
    private var concealment = Concealment()

    /// How often one range is started again from an earlier key frame.
    private static let maximumRestarts = 4

    /// Opens the source: every decoder has a file of its own.
    init(source: SourceDescription, output: PictureConversion) throws(IntakeError) {
        self.source = source
        self.output = output
        reading = source.reading ?? .standard
        firstFrame = source.cut?.frames.lowerBound ?? 0
        demuxer = try Demuxer(path: source.path, endsAtDamage: reading.concealsDamage)
        let index = source.video.streamIndex
        guard index < demuxer.streamCount, let scale = unsafe TickScale(demuxer.stream(index).pointee.time_base),
            scale.timescale == source.video.timeline.timescale || reading.frameRate != nil
        else { throw IntakeError.changed(source.path, difference: "its streams are not those that were probed") }
        self.scale = scale
        origin = demuxer.originTick(ofStream: index)
        demuxer.keepOnly(streams: [index])
        decoder = try VideoDecoder(demuxer, stream: index, concealsDamage: reading.concealsDamage)
        position = firstFrame == 0 ? 0 : nil
        converter = try PictureConverter(target: output, path: source.path)
    }

    /// Decodes frames in order and hands each to `body`, until the range is done or `body` answers false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
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
                let picture = try picture(frame, of: storage(), damage: concealment.takeCause(of: frame))
                if reading.concealsDamage { concealment.last = picture.storage }
                wanted += 1
                if !body(picture) {
                    position = wanted
                    return
                }
                continue
            case .picture(let frame):
                flaw = Flaw(.missing(before: frame), frame: wanted, cause: "the decoder gave no picture for it")
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

    /// Hands out what stands for damaged frames, or notes the damage for the picture that is to come. Answers false when nobody
    /// wants more.
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
            let picture = picture(wanted, of: stand.storage, damage: "\(cause): it is \(stand.words)")
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

    /// Whether the wanted frame comes out if decoding goes on. Where frames are counted, that is true of every later one.
    private func goesOn(at wanted: Int) -> Bool {
        guard let position else { return false }
        return reading.frameRate == nil ? position == wanted : position <= wanted
    }

    // MARK: - Steps

    /// Why a frame cannot be had from this start.
    private struct Flaw {
        enum Place {
            /// In a packet: its picture is still to come, if it comes at all.
            case packet
            /// In a picture of the film, which has come out.
            case picture(Int)
            /// Before a picture that has come out: those before it are missing.
            case missing(before: Int)
            /// At the end of the file: no further picture comes out.
            case end
        }

        let place: Place
        let frame: Int?
        let cause: String

        init(_ place: Place, frame: Int?, cause: String) {
            self.place = place
            self.frame = frame
            self.cause = cause
        }
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
            return .flaw(Flaw(.end, frame: wanted, cause: "the file ends before it"))
        case .failure(let words):
            return isTolerable ? .nothing : .flaw(Flaw(.packet, frame: frameOfPacket, cause: words))
        }
    }

    private func feed(wanted: Int) throws(IntakeError) -> Step {
        guard let packet = try nextPacket() else {
            if isDraining { return .flaw(Flaw(.end, frame: nil, cause: "the decoder does not end")) }
            isDraining = true
            decoder.finish()
            return .nothing
        }
        note(packet)
        if packet.isCorrupt {
            let cause = demuxer.takeComplaint() ?? "the container marks it as broken"
            // What there is of it may still make a picture.
            if reading.concealsDamage { _ = decoder.take(packetOf: demuxer, isWanted: true) }
            return .flaw(Flaw(.packet, frame: frameOfPacket, cause: cause))
        }
        // A decoder conceals much and says so only in its log: whatever it complains about is damage.
        // What lies before the range is decoded for its references only.
        let isWanted = tickOfPacket.map { $0 >= source.video.timeline.tick(of: wanted) } ?? true
        let words = decoder.take(packetOf: demuxer, isWanted: isWanted) ?? decoder.takeComplaint()
        if let words, !isTolerable { return .flaw(Flaw(.packet, frame: frameOfPacket, cause: words)) }
        return .nothing
    }

    private func receive(wanted: Int) throws(IntakeError) -> Step {
        let facts = unsafe PictureFacts(decoder.picture)
        let words = decoder.takeComplaint()
        let complaint = isTolerable ? nil : words
        defer { pictureCount += 1 }
        let timeline = source.video.timeline
        if reading.frameRate != nil {
            let frame = pictureCount - firstFrame
            guard (0..<timeline.count).contains(frame) else { return .nothing }
            return try judged(facts, frame: frame, complaint: words)
        }
        guard let tick = timelineTick(facts.presentationTick) else {
            return .flaw(Flaw(.packet, frame: wanted, cause: "a picture came out of the decoder without its time"))
        }
        let isLeading = !isFromBeginning && tick < startTick ?? .min
        guard tick >= timeline.firstTick, tick < timeline.endTick, !isLeading else { return .nothing }
        guard let frame = timeline.frame(startingAt: tick) else {
            let time = MediaTime(value: tick, timescale: timeline.timescale)
            return .flaw(Flaw(.packet, frame: nil, cause: "a picture came out at \(time), where no frame starts"))
        }
        return try judged(facts, frame: frame, complaint: complaint)
    }

    /// A picture of the film, or what is wrong with it.
    private func judged(_ facts: PictureFacts, frame: Int, complaint: String?) throws(IntakeError) -> Step {
        guard facts.isDamaged || complaint != nil else {
            try checkForm(facts, frame: frame)
            return .picture(frame)
        }
        // What is damaged may look like anything; what stands for it in the film must have its form.
        if reading.concealsDamage { try checkForm(facts, frame: frame) }
        let cause = complaint ?? "the decoder had to guess parts of the picture"
        return .flaw(Flaw(.picture(frame), frame: frame, cause: cause))
    }

    private func nextPacket() throws(IntakeError) -> PacketFacts? {
        while let packet = try demuxer.next() {
            if packet.stream == source.video.streamIndex { return packet }
        }
        return nil
    }

    private func note(_ packet: PacketFacts) {
        guard reading.frameRate == nil else { return }
        tickOfPacket = timelineTick(packet.presentationTick)
        if startTick == nil, packet.isKey { startTick = tickOfPacket }
    }

    private func timelineTick(_ containerTick: Int64?) -> Int64? {
        guard let containerTick else { return nil }
        let (distance, overflow) = containerTick.subtractingReportingOverflow(origin)
        guard !overflow, let tick = scale.ticks(distance) else { return nil }
        let (own, isBeyond) = tick.subtractingReportingOverflow(source.cut?.startTick ?? 0)
        return isBeyond ? nil : own
    }

    /// The container's greatest tick that is not after a tick of the film.
    private func containerTick(notAfter tick: Int64) -> Int64 {
        scale.containerTick(notAfter: tick + (source.cut?.startTick ?? 0)) + origin
    }

    /// Where the file's first frame lies on the film's clock.
    private var earliestTick: Int64 {
        source.cut.map { $0.wholeFirstTick - $0.startTick } ?? source.video.timeline.firstTick
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
        if frame + firstFrame == 0 || reading.frameRate != nil { return try startFromBeginning() }
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
        while target >= earliestTick {
            guard demuxer.seek(stream: index, notAfter: containerTick(notAfter: target)) else { break }
            forget()
            while let packet = try nextPacket() {
                guard packet.isKey else { continue }
                note(packet)
                guard let startTick, startTick <= limit else { break }
                isFromBeginning = false
                let words =
                    packet.isCorrupt
                    ? "the container marks it as broken" : decoder.take(packetOf: demuxer, isWanted: true)
                if let words {
                    let flaw = Flaw(.packet, frame: frameOfPacket, cause: words)
                    guard reading.concealsDamage else { throw error(flaw) }
                    if flaw.frame == frame { concealment.note(words, of: frame) }
                }
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
        demuxer = try Demuxer(path: source.path, endsAtDamage: reading.concealsDamage)
        demuxer.keepOnly(streams: [source.video.streamIndex])
        decoder = try VideoDecoder(
            demuxer,
            stream: source.video.streamIndex,
            concealsDamage: reading.concealsDamage
        )
        isFromBeginning = true
    }

    private func forget() {
        decoder.reset()
        position = nil
        startTick = nil
        tickOfPacket = nil
        isDraining = false
        pictureCount = 0
    }

    // MARK: - Pictures and errors

    /// The samples of the picture that came out last.
    private func storage() throws(IntakeError) -> [UInt8] { try unsafe converter.storage(of: decoder.picture) }

    private func picture(_ frame: Int, of storage: [UInt8], damage: String?) -> Picture {
        Picture(
            format: output.format,
            size: output.size,
            frame: frame,
            presentationTime: source.video.timeline.time(of: frame),
            duration: source.video.timeline.duration(of: frame),
            damage: damage,
            storage: storage
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
