package import Media

/// A sound track that is encoded as AAC, packet by packet: for sound whose own packets a film cannot hold.
///
/// Of several films that are played one after the other each is encoded by itself, with priming of its own that the
/// edit list leaves out: so nothing of one film is heard in the other, and each begins at its own sample. Same source,
/// same libraries, same packets.
package final class SoundEncoding {
    private let source: SourceDescription
    private let track: AudioTrack
    private var waiting: ArraySlice<(film: SourceDescription, track: AudioTrack)>
    private var encoding: FileSoundEncoding
    /// What became of the films before the one that is encoded.
    private var finished: [AudioTrack] = []
    private var mended = 0

    /// Opens the file for one of its tracks. Precondition: `AudioTrack.isDecodable`.
    package init(source: SourceDescription, track: AudioTrack) throws(IntakeError) {
        self.source = source
        self.track = track
        let parts = JoinedSound.parts(of: track, in: source)
        waiting = parts.dropFirst()
        let first = parts.first ?? (source, track)
        encoding = try FileSoundEncoding(source: first.film, track: first.track)
    }

    /// Whether a track could be encoded: the encoder knows its speakers.
    static func canEncode(_ track: AudioTrack) -> Bool {
        guard let layout = SoundLayout(track) else { return false }
        return (try? AACEncoder(layout)) != nil
    }

    /// The bit rate that a track is encoded at, in bit/s; 0 when it cannot be.
    package static func bitRate(of track: AudioTrack) -> Int { SoundLayout(track).map { Int($0.bitRate) } ?? 0 }

    /// Places where silence was filled in or sound left out.
    package var mendedCount: Int { mended + encoding.mendedCount }

    /// The next packet; nil after the last.
    package func next() throws(IntakeError) -> AudioPacket? {
        while true {
            if let packet = try encoding.next() { return packet }
            guard let (film, track) = waiting.popFirst() else { return nil }
            finished.append(encoding.encoded)
            mended += encoding.mendedCount
            encoding = try FileSoundEncoding(source: film, track: track)
        }
    }

    /// The track as the film has it, for after the last packet; with an obstacle when there was nothing to encode.
    package var encoded: AudioTrack {
        guard source.films != nil else { return encoding.encoded }
        var made = (finished + [encoding.encoded])[...]
        let index = source.audio.firstIndex { $0.streamIndex == track.streamIndex }
        // A film that is silent in this track has nothing to encode; one of which nothing was encoded is silent, too.
        let tracks = source.parts.map { film -> AudioTrack? in
            guard let index, index < film.audio.count, film.audio[index].packetCount > 0 else { return nil }
            return made.popFirst()
        }
        var result = JoinedSound.track(tracks, of: source)?.track ?? encoding.encoded
        (result.language, result.title) = (track.language, track.title)
        (result.isEnabled, result.alternateGroup) = (track.isEnabled, track.alternateGroup)
        return result
    }
}
