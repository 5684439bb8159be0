import Media

/// Finds where decoding starts: at an early enough key frame, or at the beginning of the file.
extension RangeDecoder {
    /// Starts at a key frame that is presented no later than a frame.
    func start(at frame: Int) throws(IntakeError) {
        // If an edit list begins within the media, the first frame has its own key frame.
        let isFirst = stretch == nil && frame + firstFrame == 0
        if isFirst || source.countedRate != nil { return try startFromBeginning() }
        if countsPictures { return try startAtRefresh(notAfter: frame + firstFrame) }
        try start(at: frame, before: source.video.timeline.tick(of: frame))
    }

    /// Starts at an earlier key frame than before.
    func startEarlier(for frame: Int) throws(IntakeError) {
        guard let startTick else { return try startFromBeginning() }
        let (earlier, overflow) = startTick.subtractingReportingOverflow(scale.step)
        if overflow { return try startFromBeginning() }
        try start(at: frame, before: earlier)
    }

    /// Starts at a key frame that is presented at `limit` or before.
    ///
    /// Indexes use decoding times, so a seek may find a key frame that is presented later. Then the seek is repeated
    /// further back, in steps that double.
    func start(at frame: Int, before limit: Int64) throws(IntakeError) {
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
                    ? "the container marks it as damaged" : decoder.take(packetOf: demuxer, isWanted: true)
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

    /// Starts at a picture whose number in the file is the number of its sample. An IDR picture is one: all pictures
    /// before it in the file are presented before it. For other codecs this is less certain, so pictures are counted
    /// from the beginning of the file.
    ///
    /// Replacements of damaged pictures are counted too: then only the beginning of the file gives reliable numbers.
    private func startAtRefresh(notAfter frame: Int) throws(IntakeError) {
        let index = source.video.streamIndex
        guard !reading.concealsDamage, demuxer.codecName(ofStream: index) == "h264" else {
            return try startFromBeginning()
        }
        let first = containerTick(notAfter: earliestTick)
        var limit = Int64(frame)
        while limit > 0, demuxer.seek(stream: index, notAfter: first + limit) {
            forget()
            var packet = try nextPacket()
            while let found = packet, !found.isKey { packet = try nextPacket() }
            guard let packet, let tick = packet.decodeTick else { break }
            let number = tick - first
            guard (1...limit).contains(number) else { break }
            if !packet.isCorrupt, InstantRefresh.begins(packet: demuxer.currentPacket) {
                guard decoder.take(packetOf: demuxer, isWanted: true) == nil else { break }
                isFromBeginning = false
                pictureCount = Int(number)
                return
            }
            limit = number - 1
        }
        try startFromBeginning()
    }

    /// Opens the file again: the only way back that every container supports.
    func startFromBeginning() throws(IntakeError) {
        forget()
        demuxer = try Demuxer(
            demuxer.file,
            appliesEditList: stretches == nil,
            endsAtDamage: reading.concealsDamage
        )
        demuxer.keepOnly(streams: [source.video.streamIndex])
        decoder = try VideoDecoder(
            demuxer,
            stream: source.video.streamIndex,
            concealsDamage: reading.concealsDamage
        )
        isFromBeginning = true
    }

    func forget() {
        decoder.reset()
        position = nil
        startTick = nil
        tickOfPacket = nil
        isDraining = false
        pictureCount = 0
        packetCount = 0
        lastTick = nil
        lastColour = nil
        lightAhead = [:]
    }
}
