package import Media

/// Reads the packets of an audio track bit for bit, priming included, in file order. If the source is several films,
/// their packets follow one another.
package final class AudioPacketReader {
    private var waiting: ArraySlice<(film: SourceDescription, track: AudioTrack)>
    private var reader: FilePacketReader

    /// Opens the file for one of its tracks.
    ///
    /// - Throws: When the file cannot be opened, or the track has an obstacle.
    package init(source: SourceDescription, track: AudioTrack) throws(IntakeError) {
        if let obstacle = track.obstacle {
            throw IntakeError.unsupported(
                source.path,
                cause: "audio track \(track.streamIndex) cannot be copied: \(obstacle)",
                remedy: "leave it out, or convert it first, for example with: ffmpeg -i FILE -c:v copy -c:a aac OUT.mp4"
            )
        }
        let parts = JoinedAudio.parts(of: track, in: source)
        waiting = parts.dropFirst()
        let first = parts.first ?? (source, track)
        reader = try FilePacketReader(source: first.film, track: first.track)
    }

    /// The next packet, nil after the last.
    ///
    /// - Throws: If a file is damaged, or if its packets are not those that were probed.
    package func next() throws(IntakeError) -> AudioPacket? {
        while true {
            if let packet = try reader.next() { return packet }
            guard let (film, track) = waiting.popFirst() else { return nil }
            reader = try FilePacketReader(source: film, track: track)
        }
    }
}
