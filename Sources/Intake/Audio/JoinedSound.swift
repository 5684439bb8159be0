import Media

/// A sound track of several films that are played one after the other: their packets in a row, of which an edit list
/// presents what sounds in each film, as far from its pictures as it was.
struct JoinedSound {
    /// What a film has of the track.
    struct Part {
        /// The track in the film; nil, or one without packets, where the film is silent.
        var track: AudioTrack?
        /// When the film's own clock shows 0.
        var origin: MediaTime
        /// The time that the film's pictures fill; open at the start of the first film and at the end of the last.
        var start: MediaTime?
        /// As `start`.
        var end: MediaTime?
    }

    /// The films of a source that sound in a track, each with its own; the source itself where it is a single film.
    ///
    /// - Parameter track: one of the source's, known by its number in the first file.
    static func parts(
        of track: AudioTrack,
        in source: SourceDescription
    ) -> ArraySlice<(film: SourceDescription, track: AudioTrack)> {
        guard let films = source.films,
            let index = source.audio.firstIndex(where: { $0.streamIndex == track.streamIndex })
        else { return [(source, track)] }
        let pairs = films.compactMap { film -> (film: SourceDescription, track: AudioTrack)? in
            guard index < film.audio.count, film.audio[index].packetCount > 0 else { return nil }
            return (film, film.audio[index])
        }
        return pairs[...]
    }

    /// Makes a track of what the films of a source have of it. The tracks that sound have one form.
    ///
    /// - Parameters:
    ///   - tracks: one for each film; nil where it is silent.
    ///   - source: the films as one, with their times.
    /// - Returns: the track, and for each film how much of its sound lies beside its pictures and is cut off at a
    ///   joint, in seconds; nil when no film has the track.
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
        let sounding = parts.compactMap(\.track).filter { $0.packetCount > 0 }
        guard var joined = sounding.first ?? parts.lazy.compactMap(\.track).first else { return nil }
        guard !sounding.isEmpty else { return (joined, parts.map { _ in 0 }) }
        if let flaw = sounding.first(where: { $0.obstacle != nil }) { joined.obstacle = flaw.obstacle }
        joined.isDecodable = sounding.allSatisfy { $0.isDecodable == true } ? true : nil
        joined.configuration = SoundConfiguration(joined.codec).joined(sounding.map(\.configuration))
        joined.packetCount = sounding.reduce(0) { $0 + $1.packetCount }
        joined.mediaDuration = sounding.reduce(0) { $0 + $1.mediaDuration }
        joined.maximumBitRate = sounding.map(\.maximumBitRate).max() ?? 0
        joined.averageBitRate = averageBitRate(sounding)
        joined.skippedPackets = nil
        var stretches: [SoundStretch] = []
        var cutOff: [Double] = []
        var media: Int64 = 0
        for part in parts {
            guard let track = part.track, track.packetCount > 0 else {
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

    /// A film's stretches on the clock of the whole and in the media of the whole, as far as there are pictures of the
    /// film.
    private static func placed(_ track: AudioTrack, _ part: Part, at media: Int64) -> [SoundStretch] {
        let lower = part.start.map { $0.rounded(to: track.timescale).value } ?? .min
        let upper = part.end.map { $0.rounded(to: track.timescale).value } ?? .max
        return track.presentation.compactMap { stretch in
            let time = sum(part.origin, stretch.start, timescale: track.timescale)
            let start = time.rounded(to: track.timescale).value
            let kept = (start..<start + max(0, stretch.duration)).clamped(to: lower..<upper)
            guard !kept.isEmpty else { return nil }
            return SoundStretch(
                from: media + stretch.from + kept.lowerBound - start,
                duration: Int64(kept.count),
                start: kept.lowerBound == start ? time : MediaTime(value: kept.lowerBound, timescale: track.timescale)
            )
        }
    }

    /// The sum of two times: exact, or to the nearest tick where no clock of 31 bits has both.
    private static func sum(_ left: MediaTime, _ right: MediaTime, timescale: Int32) -> MediaTime {
        let (left, right) = (left.reduced, right.reduced)
        let divisor = greatestCommonDivisor(UInt64(left.timescale), UInt64(right.timescale))
        let common = UInt64(left.timescale) / divisor * UInt64(right.timescale)
        if common <= UInt64(Int32.max) { return left + right }
        return left.rounded(to: timescale) + right.rounded(to: timescale)
    }

    /// Adds a stretch, as part of the one before it where both media and time go on.
    private static func append(_ stretch: SoundStretch, to stretches: inout [SoundStretch], timescale: Int32) {
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
