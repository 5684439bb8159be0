package import Media

/// Encodes an audio track as AAC, packet by packet, because the film cannot hold its own packets.
///
/// If the source is several films, each is encoded separately, with its own priming that the edit list omits. So no
/// audio of one film is heard in another, and each begins at its own sample. All get the rate and the speakers of the
/// track. The same source and the same libraries give the same packets.
package final class AudioEncoding {
    private let source: SourceDescription
    private let track: AudioTrack
    private var waiting: ArraySlice<(film: SourceDescription, track: AudioTrack)>
    private let layout: AudioLayout?
    private var encoding: FileAudioEncoding
    /// The results of the films before the one that is being encoded.
    private var finished: [AudioTrack] = []
    private var repaired = 0

    /// Opens the file for one of its tracks. Precondition: `AudioTrack.isDecodable`.
    package init(source: SourceDescription, track: AudioTrack) throws(IntakeError) {
        self.source = source
        self.track = track
        let parts = JoinedAudio.parts(of: track, in: source)
        waiting = parts.dropFirst()
        layout = AudioLayout(track)
        let first = parts.first ?? (source, track)
        encoding = try FileAudioEncoding(source: first.film, track: first.track, layout: layout)
    }

    /// Whether a track can be encoded: the encoder supports its speakers.
    static func canEncode(_ track: AudioTrack) -> Bool {
        guard let layout = AudioLayout(track) else { return false }
        return (try? AACEncoder(layout)) != nil
    }

    /// The bit rate that a track is encoded at, in bit/s; 0 if it cannot be encoded.
    package static func bitRate(of track: AudioTrack) -> Int { AudioLayout(track).map { Int($0.bitRate) } ?? 0 }

    /// Number of places where silence was added or samples were dropped.
    package var repairedCount: Int { repaired + encoding.repairedCount }

    /// The next packet; nil after the last.
    package func next() throws(IntakeError) -> AudioPacket? {
        while true {
            if let packet = try encoding.next() { return packet }
            guard let (film, track) = waiting.popFirst() else { return nil }
            finished.append(encoding.encoded)
            repaired += encoding.repairedCount
            encoding = try FileAudioEncoding(source: film, track: track, layout: layout)
        }
    }

    /// The track in the film, for use after the last packet; with an obstacle if there was nothing to encode.
    package var encoded: AudioTrack {
        guard source.films != nil else { return encoding.encoded }
        var made = (finished + [encoding.encoded])[...]
        // A film that is silent in this track has nothing to encode. A film of which nothing was encoded is silent too.
        let tracks = JoinedAudio.tracks(of: track, in: source).map { own -> AudioTrack? in
            guard let own, own.packetCount > 0 else { return nil }
            return made.popFirst()
        }
        var result = JoinedAudio.track(tracks, of: source)?.track ?? encoding.encoded
        (result.language, result.title) = (track.language, track.title)
        (result.isEnabled, result.alternateGroup) = (track.isEnabled, track.alternateGroup)
        return result
    }
}
