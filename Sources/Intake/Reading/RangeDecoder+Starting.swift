import Media

/// Where decoding starts: at a key frame early enough, or at the file's beginning.
extension RangeDecoder {
    /// Starts at a key frame that is presented no later than a frame.
    func start(at frame: Int) throws(IntakeError) {
        if frame + firstFrame == 0 || reading.frameRate != nil { return try startFromBeginning() }
        try start(at: frame, before: source.video.timeline.tick(of: frame))
    }

    /// Starts at an earlier key frame than now.
    func startEarlier(for frame: Int) throws(IntakeError) {
        guard let startTick else { return try startFromBeginning() }
        let (earlier, overflow) = startTick.subtractingReportingOverflow(scale.step)
        if overflow { return try startFromBeginning() }
        try start(at: frame, before: earlier)
    }

    /// Starts at a key frame that is presented at `limit` or before.
    ///
    /// Indexes count in decode time, so a seek may land on a key frame that is presented later: then it is sought
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
    func startFromBeginning() throws(IntakeError) {
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

    func forget() {
        decoder.reset()
        position = nil
        startTick = nil
        tickOfPacket = nil
        isDraining = false
        pictureCount = 0
        lastTick = nil
    }
}
