import Checksums
package import Media

extension FilmProbe {
    /// The source that consists of several films, played one after the other. The second starts exactly where the last
    /// frame of the first one ends.
    ///
    /// The films must be of one kind, because a film has one size, rate, colour and audio format. The audio of each
    /// film is presented during its pictures. Audio before the first film's pictures and after the last film's pictures
    /// is kept too. Audio that is cut off is reported as not carried.
    ///
    /// - Parameters:
    ///   - films: what the probe found for each, whole or cut. Precondition: there is at least one.
    ///   - comparesAudio: if false, audio is left out: for a result without audio.
    /// - Throws: an error that names the first film of another kind and each property that differs.
    package static func joined(
        _ films: [SourceDescription],
        comparesAudio: Bool = true
    ) throws(IntakeError) -> SourceDescription {
        precondition(!films.isEmpty, "a source has at least one film")
        guard films.count > 1 else { return films[0] }
        try checkKinds(films, comparesAudio: comparesAudio)
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
        source.video.timeline = timeline
        source.video.stretches = nil
        source.video.dynamicMetadata = nil
        source.video.codec = Self.united(films.map(\.video.codec))
        source.video.colourWarnings = Self.unique(films.flatMap(\.video.colourWarnings))
        source.container = Self.united(films.map(\.container))
        source.identity = identity(of: films, duration: timeline.timeRange.duration)
        let conceals = films.contains { $0.reading?.concealsDamage == true }
        source.reading = conceals ? SourceReading(concealsDamage: true) : nil
        source.codedRate = films.allSatisfy { $0.codedRate == films[0].codedRate } ? films[0].codedRate : nil
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

    private static func checkKinds(_ films: [SourceDescription], comparesAudio: Bool) throws(IntakeError) {
        let kinds = films.map { FilmKind($0, comparesAudio: comparesAudio) }
        for (film, kind) in zip(films, kinds).dropFirst() {
            let differences = kind.differences(from: kinds[0], called: films[0].fileName)
            guard differences.isEmpty else {
                throw unlike(
                    film,
                    differences.joined(separator: "; "),
                    "convert it to match the first film; audio properties matter only if the job keeps the audio"
                )
            }
        }
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
                "\(identity.contentHash) \(identity.byteCount) \(frames) \(track) \(rate) \(reading.concealsDamage)\n"
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

    private static func unique(_ lines: [String]) -> [String] {
        var seen: Set<String> = []
        return lines.filter { seen.insert($0).inserted }
    }

    private static func united(_ names: [String]) -> String { unique(names).joined(separator: ", ") }

    // MARK: - Audio, text and the rest

    private static func audio(of films: [SourceDescription], in source: inout SourceDescription) -> [AudioTrack] {
        films[0].audio.indices.compactMap { index in
            guard let (track, cutOff) = JoinedAudio.track(films.map { $0.audio[index] }, of: source) else { return nil }
            for (film, seconds) in zip(films, cutOff) where seconds > 0 && track.obstacle == nil {
                let milliseconds = (seconds * 10_000).rounded() / 10
                source.notCarried.append(
                    "\(film.fileName): \(milliseconds) ms of audio track \(index) before its first picture or after "
                        + "its last one"
                )
            }
            return track
        }
    }

    private static func subtitles(
        of films: [SourceDescription],
        in source: inout SourceDescription
    ) -> [SubtitleTrack]? {
        guard films.contains(where: { $0.subtitles != nil }) else { return nil }
        func form(_ film: SourceDescription) -> [[String]] {
            (film.subtitles ?? []).map { [$0.codec, $0.language, "\($0.timescale)", "\($0.configuration)"] }
        }
        let forms = films.map(form)
        guard forms.allSatisfy({ $0 == forms[0] }), let first = films[0].subtitles else {
            source.notCarried.append("subtitles: the films have tracks of different number, language or format")
            return nil
        }
        return first.enumerated().map { index, track in
            var joined = track
            let all = films.compactMap { $0.subtitles?[index] }
            joined.textCount = all.reduce(0) { $0 + $1.textCount }
            if all.contains(where: { $0.obstacle == nil }) { joined.obstacle = nil }
            joined.loss = all.lazy.compactMap(\.loss).first
            return joined
        }
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
        let lost = Self.unique(all.filter { key in !kept.contains { $0.key == key } }).sorted()
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
