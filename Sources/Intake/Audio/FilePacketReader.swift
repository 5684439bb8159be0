import Media

/// Reads the packets of one file's audio track in file order, bit for bit, priming included.
final class FilePacketReader {
    private let source: AudioPacketSource
    private let path: String
    private var remaining: Int
    private var skipped: Int
    private let isPart: Bool

    /// Opens the file for one of its tracks.
    ///
    /// - Throws: When the file cannot be opened.
    init(source: SourceDescription, track: AudioTrack) throws(IntakeError) {
        path = source.path
        remaining = track.packetCount
        skipped = track.skippedPackets ?? 0
        // If a film is cut or damaged, only some packets belong to it.
        isPart = source.cut != nil || source.reading?.concealsDamage == true
        self.source = try AudioPacketSource(
            SourceFile(of: source),
            stream: track.streamIndex,
            endsAtDamage: source.reading?.concealsDamage == true
        )
        guard self.source.timescale == track.timescale else {
            throw IntakeError.changed(path, difference: "the timescale of its audio differs")
        }
    }

    /// The next packet, nil after the last.
    ///
    /// - Throws: If the file is damaged, or if its packets are not those that were probed.
    func next() throws(IntakeError) -> AudioPacket? {
        if isPart, remaining == 0 { return nil }
        while skipped > 0, try source.next() != nil { skipped -= 1 }
        guard let packet = try source.next() else {
            if remaining == 0 { return nil }
            throw IntakeError.changed(path, difference: "its audio has \(remaining) packets fewer")
        }
        guard remaining > 0 else { throw IntakeError.changed(path, difference: "its audio has more packets") }
        remaining -= 1
        return AudioPacket(bytes: source.bytes, duration: packet.duration)
    }
}
