import Media

/// Counts the pictures that a decoder returns for a stream from start to end: the frames of a film whose own times are
/// missing or ignored. This decodes the whole film.
struct PictureCount {
    private let file: SourceFile
    private let stream: Int
    private let concealsDamage: Bool

    init(_ file: SourceFile, stream: Int, concealsDamage: Bool) {
        self.file = file
        self.stream = stream
        self.concealsDamage = concealsDamage
    }

    /// The number of pictures.
    ///
    /// - Parameter look: is called with each packet of the stream while the demuxer holds it.
    func count(_ look: (Demuxer) -> Void = { _ in }) throws(IntakeError) -> Int {
        let demuxer = try Demuxer(file, endsAtDamage: concealsDamage)
        demuxer.keepOnly(streams: [stream])
        let decoder = try VideoDecoder(demuxer, stream: stream, concealsDamage: concealsDamage)
        var (count, isDraining) = (0, false)
        while true {
            switch decoder.next() {
            case .picture: count += 1
            // Damage is reported with its frame when that frame is read.
            case .failure: continue
            case .end: return count
            case .needsPacket:
                if isDraining { return count }
                guard let packet = try demuxer.next() else {
                    isDraining = true
                    decoder.finish()
                    continue
                }
                guard packet.stream == stream else { continue }
                look(demuxer)
                _ = decoder.take(packetOf: demuxer, isWanted: true)
            }
        }
    }
}
