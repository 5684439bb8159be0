import ISOMedia
import Intake
import Jobs
import Media

/// The audio tracks of a film. Before the film is laid out, copied tracks are read once and the others are encoded.
struct FilmAudio {
    /// A track.
    struct Track {
        /// Its description in the film.
        var track: AudioTrack
        /// Its packets.
        let content: TrackContent
    }

    /// The tracks in the film's order.
    let tracks: [Track]
    /// Notes for the report, one line each.
    let notes: [String]
    /// Folder of the encoded packets until they are written to the film.
    private let scratch: ScratchFolder?

    /// Prepares the audio of a film.
    ///
    /// - Parameters:
    ///   - choice: which of the source's tracks are copied or encoded.
    ///   - container: the format of the film.
    ///   - progress: called after every 1000 encoded packets.
    init(
        of source: SourceDescription,
        _ choice: AudioChoice,
        in container: MovieContainer,
        progress: () -> Void = {}
    ) throws {
        let carried = choice.carriedTracks(of: source, in: container)
        let isEncoding = carried.contains { choice.fate(of: source.audio[$0], in: container) == .encoded }
        let scratch = isEncoding ? try ScratchFolder() : nil
        var tracks: [Track] = []
        var notes: [String] = []
        for index in carried {
            let track = source.audio[index]
            guard let scratch, choice.fate(of: track, in: container) == .encoded else {
                tracks.append(try Self.copied(track, of: source))
                continue
            }
            let encoding = try AudioEncoding(source: source, track: track)
            let spool = try PacketSpool(creating: "\(scratch.path)/audio-\(index)")
            while let packet = try encoding.next() {
                try spool.append(packet.bytes, duration: packet.duration)
                if spool.packets.count % 1000 == 0 { progress() }
            }
            let result = encoding.encoded
            if let obstacle = result.obstacle {
                notes.append("audio track \(index) (\(track.codec), \(track.language)): \(obstacle)")
                continue
            }
            if encoding.repairedCount > 0 {
                notes.append(
                    "audio track \(index) (\(track.codec), \(track.language)): "
                        + "silence was inserted or audio cut at \(counted(encoding.repairedCount, "jump")) of its times"
                )
            }
            tracks.append(Track(track: result, content: try spool.content()))
        }
        for (number, track) in AudioTrack.alternatives(tracks.map(\.track)).enumerated() {
            tracks[number].track = track
        }
        self.tracks = tracks
        self.notes = notes
        self.scratch = scratch
    }

    private static func copied(_ track: AudioTrack, of source: SourceDescription) throws -> Track {
        let counting = try AudioPacketReader(source: source, track: track)
        var packets: [(byteCount: Int, duration: Int64)] = []
        while let packet = try counting.next() { packets.append((packet.bytes.count, packet.duration)) }
        let reader = try AudioPacketReader(source: source, track: track)
        return Track(track: track, content: TrackContent(packets: packets) { try reader.next()?.bytes })
    }
}
