import Media

/// One decoding step: packets in, pictures out, and the classification of each picture.
extension RangeDecoder {
    /// One packet in, or one picture out.
    func nextStep(wanted: Int) throws(IntakeError) -> Step {
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

    func feed(wanted: Int) throws(IntakeError) -> Step {
        guard let packet = try nextPacket() else {
            if isDraining { return .flaw(Flaw(.end, frame: nil, cause: "the decoder does not end")) }
            isDraining = true
            decoder.finish()
            return .nothing
        }
        note(packet)
        if packet.isCorrupt {
            let cause = demuxer.takeComplaint() ?? "the container marks it as damaged"
            // The part that exists may still give a picture.
            if reading.concealsDamage { _ = decoder.take(packetOf: demuxer, isWanted: true) }
            return .flaw(Flaw(.packet, frame: frameOfPacket, cause: cause))
        }
        // A decoder conceals many errors and reports them only in its log: any message is damage.
        // What precedes the range is decoded for its references only.
        let isWanted = tickOfPacket.map { $0 >= source.video.timeline.tick(of: wanted) } ?? true
        let words = decoder.take(packetOf: demuxer, isWanted: isWanted) ?? decoder.takeComplaint()
        if let words, !isTolerable { return .flaw(Flaw(.packet, frame: frameOfPacket, cause: words)) }
        return .nothing
    }

    func receive(wanted: Int) throws(IntakeError) -> Step {
        let facts = PictureFacts(decoder.picture)
        let words = decoder.takeComplaint()
        let complaint = isTolerable ? nil : words
        defer { pictureCount += 1 }
        let timeline = source.video.timeline
        if countsPictures {
            let frame = pictureCount - firstFrame
            guard (0..<timeline.count).contains(frame) else { return .nothing }
            return try judged(facts, frame: frame, complaint: words)
        }
        // In a stream without timestamps on all pictures, the last reference picture has no time, neither its own nor
        // that of a later packet. It is the first frame after the previous picture.
        if isDraining, facts.presentationTick == nil, let lastTick, lastTick < timeline.endTick {
            let rest = TimeRange(
                start: MediaTime(value: lastTick + 1, timescale: timeline.timescale),
                end: timeline.timeRange.end
            )
            let frame = timeline.frames(in: rest).lowerBound
            guard frame < timeline.count else { return .nothing }
            return try judged(facts, frame: frame, complaint: complaint)
        }
        guard let tick = timelineTick(facts.presentationTick) else {
            return .flaw(Flaw(.packet, frame: wanted, cause: "the decoder returned a picture without its time"))
        }
        lastTick = tick
        let isLeading = !isFromBeginning && tick < startTick ?? .min
        guard source.presentedTicks(in: stretch).contains(tick), !isLeading else { return .nothing }
        guard let frame = timeline.frame(startingAt: tick) else {
            let time = MediaTime(value: tick, timescale: timeline.timescale)
            return .flaw(
                Flaw(.packet, frame: nil, cause: "the decoder returned a picture at \(time), where no frame is")
            )
        }
        return try judged(facts, frame: frame, complaint: complaint)
    }

    /// A picture of the film, or its flaw.
    func judged(_ facts: PictureFacts, frame: Int, complaint: String?) throws(IntakeError) -> Step {
        guard facts.isDamaged || complaint != nil else {
            // libavcodec has separate formats for full range, which is a property of colour here.
            try checkColour(facts.colour, frame: frame)
            try checkForm(facts, frame: frame)
            return .picture(frame)
        }
        // A damaged picture may have any format; its replacement in the film must have the film's format.
        if reading.concealsDamage { try checkForm(facts, frame: frame) }
        let cause = complaint ?? "the decoder had to guess parts of the picture"
        return .flaw(Flaw(.picture(frame), frame: frame, cause: cause))
    }

    func nextPacket() throws(IntakeError) -> PacketFacts? {
        while let packet = try demuxer.next() {
            if packet.stream == source.video.streamIndex { return packet }
        }
        return nil
    }

    func note(_ packet: PacketFacts) {
        defer { noteLight(packet) }
        guard !countsPictures else { return }
        tickOfPacket = timelineTick(packet.presentationTick)
        if startTick == nil, packet.isKey { startTick = tickOfPacket }
    }

    /// When a picture of the container is presented on the film's clock; nil if it does not fit.
    func timelineTick(_ containerTick: Int64?) -> Int64? {
        containerTick.flatMap { clock.tick(ofContainer: $0, in: stretch) }
    }

    /// The greatest container tick that is not after a tick of the film.
    func containerTick(notAfter tick: Int64) -> Int64 { clock.containerTick(notAfter: tick, in: stretch) }

    /// The time of the file's first frame on the film's clock.
    var earliestTick: Int64 {
        if stretch != nil, let tick = timelineTick(demuxer.firstIndexTick(ofStream: source.video.streamIndex)) {
            return tick
        }
        return source.cut.map { $0.wholeFirstTick - $0.startTick } ?? source.video.timeline.firstTick
    }

    var frameOfPacket: Int? {
        tickOfPacket.flatMap { source.frame(startingAt: $0, in: stretch) }
    }

    /// True for leading packets of the key frame from which decoding started: their pictures may lack their references.
    ///
    /// At the very start of the film such pictures are frames only if the probe found that they can be decoded.
    var isTolerable: Bool {
        guard let tickOfPacket, !isDraining, tickOfPacket < startTick ?? .max else { return false }
        return !isFromBeginning || frameOfPacket == nil
    }
}
