import Checksums
package import Media

extension FilmProbe {
    /// The source that consists of several films, played one after the other. The second starts exactly where the last
    /// frame of the first one ends.
    ///
    /// Films may differ: `FilmComposition` says what their pictures become together, and the job converts them. The
    /// audio of each film is presented during its pictures. Audio before the first film's pictures and after the last
    /// film's pictures is kept too. Audio that is cut off is reported as not carried.
    ///
    /// - Parameters:
    ///   - films: what the probe found for each, whole or cut. Precondition: there is at least one. A single one is
    ///     returned as it is, unless the user says how its pictures fit, or asks for another frame rate.
    ///   - comparesAudio: if false, audio is left out: for a result without audio.
    /// - Throws: an error if the times of the films have no common clock.
    package static func joined(
        _ films: [SourceDescription],
        comparesAudio: Bool = true
    ) throws(IntakeError) -> SourceDescription {
        precondition(!films.isEmpty, "a source has at least one film")
        guard films.count > 1 || films[0].isComposedAlone else { return films[0] }
        guard let timeline = FrameTimeline(joining: films.map(\.video.timeline)),
            LongestFilm.holds(timeline.timeRange.end)
        else {
            throw unlike(
                films[films.count - 1],
                "the times of these films have no common timescale",
                "remux them with one timescale, as with: ffmpeg -i FILE -c copy -video_track_timescale 90000 OUT.mp4"
            )
        }
        var source = films[0]
        source.films = films
        source.cut = nil
        (source.fit, source.isEnlarged, source.repetition, source.fields) = (nil, nil, nil, nil)
        source.video = FilmComposition(films, timeline: timeline).video
        source.container = films.map(\.container).unique.joined(separator: ", ")
        source.identity = identity(of: films, duration: timeline.timeRange.duration)
        let conceals = films.contains { $0.reading?.concealsDamage == true }
        source.reading = conceals ? SourceReading(concealsDamage: true) : nil
        source.codedRate = films.allSatisfy { $0.codedRate == films[0].codedRate } ? films[0].codedRate : nil
        source.countsSamples = films.allSatisfy { $0.countsSamples == true } ? true : nil
        source.damage =
            films.contains { $0.damage != nil }
            ? films.flatMap { film in (film.damage ?? []).map { "\(film.fileName): \($0)" } } : nil
        source.notCarried = films.flatMap { film in film.notCarried.map { "\(film.fileName): \($0)" } }
        source.audio = comparesAudio ? audio(of: films, in: &source) : []
        source.subtitles = subtitles(of: films, in: &source)
        source.chapters = chapters(of: films, in: source)
        source.metadata = metadata(of: films, in: &source)
        checkTimecodes(of: films, in: &source)
        return source
    }

    /// The same film at another frame rate: frames are repeated or left out. Audio, text and chapters keep their times.
    ///
    /// - Throws: an error if the times cannot be represented.
    package static func repeated(
        _ film: SourceDescription,
        at rate: FrameRate
    ) throws(IntakeError) -> SourceDescription {
        let repetition = FrameRepetition(of: film.video.timeline, at: rate)
        guard let timeline = repetition.timeline, LongestFilm.holds(timeline.timeRange.end) else {
            throw unlike(
                film,
                "its times have no common timescale with \(rate) frames per second",
                "ask for another rate"
            )
        }
        var film = film
        film.repetition = repetition
        film.video.timeline = timeline
        return film
    }

    /// The same film with a frame for each of its fields, if it is read so. Audio, text and chapters keep their times.
    ///
    /// - Throws: an error if the times cannot be represented.
    package static func withFields(_ film: SourceDescription) throws(IntakeError) -> SourceDescription {
        guard film.reading?.deinterlacing == .field, film.fields == nil else { return film }
        guard let timeline = film.video.timeline.fields else {
            throw unlike(film, "its fields have no timescale of 31 bits", "remux it with another timescale")
        }
        var fielded = film
        fielded.fields = FieldTimes(of: film.video.timeline)
        fielded.video.timeline = timeline
        return fielded
    }

    private static func unlike(_ film: SourceDescription, _ cause: String, _ remedy: String) -> IntakeError {
        IntakeError(
            .unlike,
            attempted: "play the films one after the other",
            subject: film.path,
            cause: cause,
            remedy: remedy
        )
    }

    /// The identity of these films in this order: the hash covers their hashes, the selected part of each and how each
    /// is read.
    private static func identity(of films: [SourceDescription], duration: MediaTime) -> SourceIdentity {
        var text = "films/1\n"
        for film in films {
            let (identity, reading) = (film.identity, film.reading ?? .standard)
            let frames = film.cut.map { "\($0.frames.lowerBound)..<\($0.frames.upperBound)" } ?? "all"
            let rate = reading.frameRate.map { "\($0.frames)/\($0.seconds)" } ?? "own"
            let track = reading.track.map(String.init) ?? "first"
            text +=
                "\(identity.contentHash) \(identity.byteCount) \(frames) \(track) \(rate) \(reading.concealsDamage)"
            // Left out where there is none, so that the ids of such jobs do not change.
            if let colour = reading.colour { text += " colour \(colour)" }
            if let fit = film.fit { text += " \(fit.rawValue)" }
            if film.isEnlarged == true { text += " enlarged" }
            if let deinterlacing = reading.deinterlacing { text += " \(deinterlacing.rawValue)" }
            if let denoising = reading.denoising { text += " \(denoising.rawValue)" }
            if reading.debands == true { text += " debanded" }
            if let burning = reading.burning, film.script != nil {
                text += " with subtitles \(burning.track) in \(burning.fonts.map(\.contentHash))"
            }
            if let fields = film.fields { text += " from \(fields.first)+\(film.video.timeline.count)" }
            if let repetition = film.repetition {
                text += " at \(repetition.rate) from \(repetition.first)+\(film.video.timeline.count)"
            }
            text += "\n"
        }
        // Safe: the bytes of an array of integers are all initialised, and lent for the call only.
        let bytes = Array(text.utf8)
        return SourceIdentity(
            byteCount: films.reduce(0) { $0 + $1.identity.byteCount },
            duration: duration,
            contentHash: unsafe SHA256Digest.of(bytes.span.bytes),
            coversWholeFile: films.allSatisfy(\.identity.coversWholeFile)
        )
    }

    // MARK: - Audio, text and the rest

    private static func audio(of films: [SourceDescription], in source: inout SourceDescription) -> [AudioTrack] {
        let lanes = TrackLanes(
            films.map { film in
                film.audio.map { TrackLanes.Key(language: $0.language, title: $0.title, roles: $0.roles) }
            }
        )
        var joined: [AudioTrack] = []
        for (index, positions) in lanes.positions.enumerated() {
            let parts = zip(films, positions).map { film, place in place.map { film.audio[$0] } }
            guard let found = JoinedAudio.track(parts, of: source) else { continue }
            var track = found.track
            track.positions = TrackLanes.unlessSame(positions, at: index)
            // Numbers of tracks are those of the first film, as far as it has them.
            if joined.contains(where: { $0.streamIndex == track.streamIndex }) {
                track.streamIndex =
                    1
                    + max(
                        joined.map(\.streamIndex).max() ?? 0,
                        films.flatMap(\.audio).map(\.streamIndex).max() ?? 0
                    )
            }
            let languages = parts.compactMap { $0?.language }.unique
            if languages.count > 1 { track.language = "und" }
            for (film, seconds) in zip(films, found.cutOff) where seconds > 0 && !track.isLost {
                let milliseconds = (seconds * 10_000).rounded() / 10
                source.notCarried.append(
                    "\(film.fileName): \(milliseconds) ms of audio track \(index) before its first picture or after "
                        + "its last one"
                )
            }
            joined.append(track)
        }
        return joined
    }

    private static func subtitles(
        of films: [SourceDescription],
        in source: inout SourceDescription
    ) -> [SubtitleTrack]? {
        let lanes = TrackLanes(
            films.map { film in
                (film.subtitles ?? []).map {
                    TrackLanes.Key(language: $0.language, title: $0.title, roles: $0.roles)
                }
            }
        )
        var joined: [SubtitleTrack] = []
        for (index, positions) in lanes.positions.enumerated() {
            let parts = zip(films, positions).map { film, place in place.map { (film.subtitles ?? [])[$0] } }
            let all = parts.compactMap(\.self)
            let shown = all.filter(\.isCarried)
            guard var track = shown.first ?? all.first else { continue }
            var places = positions
            for (number, part) in parts.enumerated() {
                guard let part, part.isCarried, part.form != track.form else { continue }
                places[number] = nil
                source.notCarried.append(
                    "\(films[number].fileName): subtitle track \(positions[number] ?? 0), whose styles differ from "
                        + "those of the other films"
                )
            }
            track.textCount = zip(parts, places).reduce(0) { $0 + ($1.1 == nil ? 0 : $1.0?.textCount ?? 0) }
            track.loss = all.lazy.compactMap(\.loss).first
            track.timescale = shown.map(\.timescale).max() ?? track.timescale
            track.positions = TrackLanes.unlessSame(places, at: index)
            if joined.contains(where: { $0.streamIndex == track.streamIndex }) {
                track.streamIndex =
                    1
                    + (joined + films.flatMap { $0.subtitles ?? [] }).reduce(0) {
                        max($0, $1.streamIndex)
                    }
            }
            if all.map(\.language).unique.count > 1 { track.language = "und" }
            joined.append(track)
        }
        return joined.isEmpty ? nil : joined
    }

    /// The chapters of all films, each as far from its film's pictures as it was. A film without chapters continues the
    /// chapter before it.
    private static func chapters(of films: [SourceDescription], in source: SourceDescription) -> [Chapter]? {
        var chapters: [Chapter] = []
        for ((film, origin), frames) in zip(zip(films, source.origins), source.frameRanges) {
            let time = source.video.timeline.timeRange(of: frames)
            let clock = source.video.timeline.timescale
            for chapter in film.chapters ?? [] {
                // A chapter's timescale and the film's may have no common one of 31 bits.
                let isExact = chapter.start.reduced.exactly(in: clock) != nil
                let start =
                    (isExact ? chapter.start.reduced : chapter.start.rounded(to: clock)) + origin.rounded(to: clock)
                let begin = frames.lowerBound == 0 ? start : max(start, time.start)
                if begin < time.end { chapters.append(Chapter(start: begin, title: chapter.title)) }
            }
        }
        return chapters.isEmpty ? nil : chapters
    }

    /// Metadata that is the same in all films, and the creation time of the first one.
    private static func metadata(
        of films: [SourceDescription],
        in source: inout SourceDescription
    ) -> [MetadataItem]? {
        let first = films[0].metadata ?? []
        let kept = first.filter { item in
            item.key == MetadataItem.creationTime || films.allSatisfy { $0.metadata?.contains(item) == true }
        }
        let all = films.flatMap { ($0.metadata ?? []).map(\.key) }
        let lost = all.filter { key in !kept.contains { $0.key == key } }.unique.sorted()
        if !lost.isEmpty {
            source.notCarried.append("metadata that is not the same in all films: \(lost.joined(separator: ", "))")
        }
        return kept.isEmpty ? nil : kept
    }

    /// The joined film has the timecode of its first frame. Timecodes of later films are lost if they do not continue
    /// it.
    private static func checkTimecodes(of films: [SourceDescription], in source: inout SourceDescription) {
        for (film, frames) in zip(films, source.frameRanges).dropFirst() {
            guard let found = film.timecode else { continue }
            var expected = source.timecode
            if let first = expected {
                let day = max(first.framesPerDay, 1)
                expected?.firstFrame = UInt32((UInt64(first.firstFrame) + UInt64(frames.lowerBound)) % day)
            }
            if expected != found {
                source.notCarried.append("\(film.fileName): its timecode, which does not continue the first one")
            }
        }
    }
}

extension SourceDescription {
    /// Whether a single film is composed too, because its pictures do not become the film's as they are.
    fileprivate var isComposedAlone: Bool {
        films == nil && (fit != nil || isEnlarged == true || repetition != nil || fields != nil)
    }
}

extension AudioTrack {
    /// Whether its audio cannot be in a film, copied or encoded.
    fileprivate var isLost: Bool { obstacle != nil && !(difference != nil && isDecodable == true) }
}

extension SubtitleTrack {
    /// What samples of one track have in common: the styles of text that is copied, or nothing if it is converted.
    fileprivate var form: [UInt8] { configuration }
}
