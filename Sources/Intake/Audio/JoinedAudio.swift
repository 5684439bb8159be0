import Media

/// An audio track of several films that are played one after the other. Their packets are in sequence. An edit list
/// presents the audio of each film, as far from its pictures as it was.
struct JoinedAudio {
    /// The track in one film.
    struct Part {
        /// The track in the film; nil or without packets if the film is silent.
        var track: AudioTrack?
        /// The start of the film's own clock.
        var origin: MediaTime
        /// The time range of the film's pictures; open at the start of the first film and at the end of the last.
        var start: MediaTime?
        /// As `start`.
        var end: MediaTime?
    }

    /// The films of a source that have audio in a track, each with its own track; the source itself if it is a single
    /// film.
    ///
    /// - Parameter track: one of the source's tracks, identified by its number.
    static func parts(
        of track: AudioTrack,
        in source: SourceDescription
    ) -> ArraySlice<(film: SourceDescription, track: AudioTrack)> {
        let pairs = zip(source.parts, tracks(of: track, in: source)).compactMap {
            film,
            own -> (film: SourceDescription, track: AudioTrack)? in
            own.map { (film, $0) }
        }
        return pairs[...]
    }

    /// A track of a source in each of its films; nil for a film that is silent in it.
    static func tracks(of track: AudioTrack, in source: SourceDescription) -> [AudioTrack?] {
        guard let films = source.films,
            let index = source.audio.firstIndex(where: { $0.streamIndex == track.streamIndex })
        else { return [track] }
        return films.enumerated().map { number, film in
            let place = track.positions.map { $0[safely: number] ?? nil } ?? index
            guard let own = place.flatMap({ film.audio[safely: $0] }), own.packetCount > 0 else { return nil }
            return own
        }
    }

    /// Creates a track from the tracks of the films of a source. If tracks with audio differ in format, it gets the
    /// highest rate and the most channels, so that nothing is lost when it is encoded.
    ///
    /// - Parameters:
    ///   - tracks: one for each film; nil if the film is silent.
    ///   - source: the joined films with their times.
    /// - Returns: the track, and for each film the seconds of audio that are outside its pictures and are cut off at a
    ///   joint; nil if no film has the track.
    static func track(
        _ tracks: [AudioTrack?],
        of source: SourceDescription
    ) -> (track: AudioTrack, cutOff: [Double])? {
        let ranges = source.frameRanges
        let parts = zip(zip(tracks, source.origins), ranges).map { pair, range in
            Part(
                track: pair.0,
                origin: pair.1,
                start: range.lowerBound == 0 ? nil : source.video.timeline.time(of: range.lowerBound),
                end: range.upperBound == source.video.timeline.count
                    ? nil : source.video.timeline.time(of: range.upperBound)
            )
        }
        return track(parts)
    }

    private static func track(_ parts: [Part]) -> (track: AudioTrack, cutOff: [Double])? {
        let audible = parts.compactMap(\.track).filter { $0.packetCount > 0 }
        guard var joined = audible.first ?? parts.lazy.compactMap(\.track).first else { return nil }
        guard !audible.isEmpty else { return (joined, parts.map { _ in 0 }) }
        if let flaw = audible.first(where: { $0.obstacle != nil }) { joined.obstacle = flaw.obstacle }
        joined.isDecodable = audible.allSatisfy { $0.isDecodable == true } ? true : nil
        joined.difference = AudioDifference.words(audible)
        if joined.difference != nil {
            unite(audible, in: &joined)
        } else {
            joined.configuration = AudioConfiguration(joined.codec).joined(audible.map(\.configuration))
        }
        let timed = audible.map { $0.inTicks(of: joined.timescale) }
        joined.packetCount = timed.reduce(0) { $0 + $1.packetCount }
        joined.mediaDuration = timed.reduce(0) { $0 + $1.mediaDuration }
        joined.maximumBitRate = timed.map(\.maximumBitRate).max() ?? 0
        joined.averageBitRate = averageBitRate(timed)
        joined.skippedPackets = nil
        var stretches: [AudioStretch] = []
        var cutOff: [Double] = []
        var media: Int64 = 0
        for part in parts {
            guard let track = part.track?.inTicks(of: joined.timescale), track.packetCount > 0 else {
                cutOff.append(0)
                continue
            }
            let placed = placed(track, part, at: media)
            let lost = track.presentedDuration - placed.reduce(0) { $0 + $1.duration }
            cutOff.append(Double(lost) / Double(track.timescale))
            for stretch in placed { append(stretch, to: &stretches, timescale: joined.timescale) }
            media += track.mediaDuration
        }
        if stretches.isEmpty {
            joined.obstacle = joined.obstacle ?? "it has no audio while there are pictures"
        } else {
            joined.present(stretches)
        }
        return (joined, cutOff)
    }

    /// Gives a track the format that holds those of all its parts.
    private static func unite(_ parts: [AudioTrack], in joined: inout AudioTrack) {
        joined.codec = parts.map(\.codec).unique.joined(separator: ", ")
        joined.configuration = []
        joined.sampleRate = parts.map(\.sampleRate).max() ?? joined.sampleRate
        let most = parts.map(\.channelCount).max() ?? 0
        if let widest = parts.first(where: { $0.channelCount == most }) {
            (joined.channelCount, joined.channelMask) = (widest.channelCount, widest.channelMask)
        }
        joined.timescale = Int32(clamping: AudioLayout(joined)?.sampleRate ?? 48000)
        joined.obstacle = joined.obstacle ?? "its films differ: \(joined.difference ?? "")"
    }

    /// The stretches of a film, on the clock of the whole source and in its whole media, where the film has pictures.
    private static func placed(_ track: AudioTrack, _ part: Part, at media: Int64) -> [AudioStretch] {
        let lower = part.start.map { $0.rounded(to: track.timescale).value } ?? .min
        let upper = part.end.map { $0.rounded(to: track.timescale).value } ?? .max
        return track.presentation.compactMap { stretch in
            let time = sum(part.origin, stretch.start, timescale: track.timescale)
            let start = time.rounded(to: track.timescale).value
            let kept = (start..<start + max(0, stretch.duration)).clamped(to: lower..<upper)
            guard !kept.isEmpty else { return nil }
            return AudioStretch(
                from: media + stretch.from + kept.lowerBound - start,
                duration: Int64(kept.count),
                start: kept.lowerBound == start ? time : MediaTime(value: kept.lowerBound, timescale: track.timescale)
            )
        }
    }

    /// The sum of two times: exact, or to the nearest tick if no 31-bit timescale represents both.
    static func sum(_ left: MediaTime, _ right: MediaTime, timescale: Int32) -> MediaTime {
        let (left, right) = (left.reduced, right.reduced)
        let divisor = greatestCommonDivisor(UInt64(left.timescale), UInt64(right.timescale))
        let common = UInt64(left.timescale) / divisor * UInt64(right.timescale)
        if common <= UInt64(Int32.max) { return left + right }
        return left.rounded(to: timescale) + right.rounded(to: timescale)
    }

    /// Adds a stretch. If both media and time continue, it extends the previous stretch.
    private static func append(_ stretch: AudioStretch, to stretches: inout [AudioStretch], timescale: Int32) {
        if let last = stretches.last, last.from + last.duration == stretch.from,
            last.start.rounded(to: timescale).value + last.duration == stretch.start.rounded(to: timescale).value
        {
            stretches[stretches.count - 1].duration += stretch.duration
        } else {
            stretches.append(stretch)
        }
    }

    private static func averageBitRate(_ tracks: [AudioTrack]) -> Int {
        let ticks = tracks.reduce(0) { $0 + Double($1.mediaDuration) }
        guard ticks > 0, tracks.allSatisfy({ $0.averageBitRate > 0 }) else { return 0 }
        return Int((tracks.reduce(0) { $0 + Double($1.averageBitRate) * Double($1.mediaDuration) } / ticks).rounded())
    }
}
