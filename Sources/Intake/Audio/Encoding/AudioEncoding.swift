package import Media

/// Encodes an audio track as AAC, packet by packet, because the film cannot hold its own packets.
///
/// The audio stays as far from the pictures as in the source. If the source is several films, one stream goes through
/// all of them: each film's audio begins at its own sample and ends with its pictures, and silence is where a film has
/// none. All get the rate and the speakers of the track. The same source and the same libraries give the same packets.
package final class AudioEncoding {
    private let source: SourceDescription
    private let track: AudioTrack
    private let layout: AudioLayout
    private let encoder: AACEncoder
    /// The films that are still to come.
    private var waiting: ArraySlice<Part>
    private var reading: FileAudioSamples
    /// The film that is read.
    private var part: Part
    /// Whether no samples of the film came yet.
    private var isAtStartOfPart = true
    /// The sample on the clock of the whole source at which the next samples of the film begin.
    private var expected: Int64 = 0
    private var ready: [[UInt8]] = []
    /// Samples that were read and are still to be encoded after `silence`.
    private var held: [[Float]] = []
    /// Silence that is still to be encoded, in samples.
    private var silence: Int64 = 0
    /// When the first sample is played; nil before it is known.
    private var start: MediaTime?
    /// The sample on the clock of the whole source that is encoded next; nil before the first one.
    private var position: Int64?
    private var sampleCount: Int64 = 0
    private var packetCount = 0
    private var byteCount: Int64 = 0
    private var repaired = 0
    private var isFinished = false

    /// A film with the track.
    private struct Part {
        let film: SourceDescription
        let track: AudioTrack
        /// When its own clock begins, on the clock of the whole source.
        let origin: MediaTime
        /// When its pictures end; nil for the last film, whose audio goes on.
        let end: MediaTime?
    }

    /// Opens the file for one of its tracks. Precondition: `AudioTrack.isDecodable`.
    package init(source: SourceDescription, track: AudioTrack) throws(IntakeError) {
        guard let layout = AudioLayout(track) else {
            throw IntakeError.unsupported(
                source.path,
                cause: "audio track \(track.streamIndex) (\(track.codec)) cannot be encoded: its format",
                remedy: "leave it out"
            )
        }
        self.source = source
        self.track = track
        self.layout = layout
        var parts = Self.parts(of: track, in: source)[...]
        part = parts.popFirst() ?? Part(film: source, track: track, origin: .zero, end: nil)
        waiting = parts
        reading = try FileAudioSamples(source: part.film, track: part.track, layout: layout)
        encoder = try PortableArithmetic.opening { () throws(IntakeError) in try AACEncoder(layout) }
    }

    private static func parts(of track: AudioTrack, in source: SourceDescription) -> [Part] {
        let places = zip(zip(source.parts, source.origins), source.frameRanges)
        return zip(places, JoinedAudio.tracks(of: track, in: source)).compactMap { place, own in
            let ((film, origin), frames) = place
            guard let own else { return nil }
            let isLast = frames.upperBound == source.video.timeline.count
            let end = isLast ? nil : source.video.timeline.time(of: frames.upperBound)
            return Part(film: film, track: own, origin: origin, end: end)
        }
    }

    /// Whether a track can be encoded: the encoder supports its speakers.
    static func canEncode(_ track: AudioTrack) -> Bool {
        guard let layout = AudioLayout(track) else { return false }
        return (try? AACEncoder(layout)) != nil
    }

    /// The bit rate that a track is encoded at, in bit/s; 0 if it cannot be encoded.
    package static func bitRate(of track: AudioTrack) -> Int { AudioLayout(track).map { Int($0.bitRate) } ?? 0 }

    /// Number of places where silence was added or samples were dropped within a film.
    package var repairedCount: Int { repaired + reading.repairedCount }

    /// The next packet; nil after the last.
    package func next() throws(IntakeError) -> AudioPacket? {
        while ready.isEmpty {
            if isFinished { return nil }
            ready = try encodeMore()
        }
        let bytes = ready.removeFirst()
        packetCount += 1
        byteCount += Int64(bytes.count)
        return AudioPacket(bytes: bytes, duration: Int64(AACEncoder.packetSampleCount))
    }

    /// The track in the film, for use after the last packet; with an obstacle if there was nothing to encode.
    package var encoded: AudioTrack {
        var result = track
        let media = Int64(packetCount) * Int64(AACEncoder.packetSampleCount)
        result.codec = "aac"
        result.configuration = encoder.configuration
        result.sampleRate = layout.sampleRate
        result.channelCount = layout.channelCount
        result.channelMask = nil
        result.timescale = Int32(clamping: layout.sampleRate)
        result.obstacle = sampleCount > 0 ? nil : "it has no audio in the film"
        (result.positions, result.difference, result.stretches) = (nil, nil, nil)
        result.mediaDuration = media
        result.presentedFrom = min(encoder.priming, media)
        result.presentedDuration = min(sampleCount, media - result.presentedFrom)
        result.presentationStart = start ?? reading.start
        result.packetCount = packetCount
        result.skippedPackets = nil
        let seconds = Double(media) / Double(layout.sampleRate)
        result.averageBitRate = seconds > 0 ? Int((Double(byteCount) * 8 / seconds).rounded()) : 0
        result.maximumBitRate = 0
        return result
    }

    private func encodeMore() throws(IntakeError) -> [[UInt8]] {
        if silence > 0 {
            let count = min(silence, 1 << 16)
            silence -= count
            return try encode(Array(repeating: Array(repeating: 0, count: Int(count)), count: layout.channelCount))
        }
        if !held.isEmpty {
            let samples = held
            held = []
            return try encode(samples)
        }
        if let samples = try reading.next() {
            place(samples)
            return []
        }
        guard let next = waiting.popFirst() else {
            isFinished = true
            return sampleCount > 0 ? try encoder.finish() : []
        }
        repaired += reading.repairedCount
        part = next
        reading = try FileAudioSamples(source: next.film, track: next.track, layout: layout)
        isAtStartOfPart = true
        return []
    }

    /// Puts samples of a film at their place: silence comes before them, or those before the place are dropped.
    private func place(_ samples: [[Float]]) {
        var samples = samples
        if isAtStartOfPart {
            isAtStartOfPart = false
            let wanted = sample(at: JoinedAudio.sum(part.origin, reading.start, timescale: rate))
            if start == nil {
                start = source.films == nil ? reading.start : MediaTime(value: wanted, timescale: rate)
            }
            expected = wanted
        }
        let count = Int64(samples.first?.count ?? 0)
        var first = expected
        expected += count
        let position = position ?? first
        if first < position {
            samples = samples.map { Array($0.dropFirst(Int(clamping: position - first))) }
            first = min(position, expected)
        }
        if let end = part.end.map({ sample(at: $0) }), expected > end {
            samples = samples.map { Array($0.prefix(Int(clamping: max(0, end - first)))) }
        }
        self.position = position
        guard let kept = samples.first?.count, kept > 0 else { return }
        silence = first - position
        held = samples
        self.position = first + Int64(kept)
    }

    private var rate: Int32 { Int32(clamping: layout.sampleRate) }

    private func sample(at time: MediaTime) -> Int64 { time.rounded(to: rate).value }

    private func encode(_ samples: [[Float]]) throws(IntakeError) -> [[UInt8]] {
        guard let count = samples.first?.count, count > 0 else { return [] }
        sampleCount += Int64(count)
        return try encoder.encode(samples)
    }
}
