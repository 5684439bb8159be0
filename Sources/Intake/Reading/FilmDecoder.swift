import Media

/// Decodes exact ranges of a source that consists of one film, or of several that are played one after the other.
///
/// Each film is decoded separately, with its own numbers and times; the output has those of the whole source. A range
/// across a joint ends one film with its last frame and begins the next with its first. One file is open at a time.
final class FilmDecoder: @unchecked Sendable {
    // Safe: one thread at a time uses it. FilmReader starts the next thread only after the one before has finished.
    private let source: SourceDescription
    private let outputs: [PictureConversion]
    private let films: [SourceDescription]
    private let ranges: [Range<Int>]
    private var open: (film: Int, decoder: any PictureDecoding, subtitles: BurnedSubtitles?)

    /// Opens the source; if it is several films, the first one.
    ///
    /// - Parameter outputs: the conversion of each film.
    init(source: SourceDescription, outputs: [PictureConversion]) throws(IntakeError) {
        self.source = source
        films = source.parts
        precondition(outputs.count == films.count, "each film has a conversion")
        self.outputs = outputs
        ranges = source.frameRanges
        open = try Self.open(0, films[0], outputs[0])
    }

    private static func open(
        _ number: Int,
        _ film: SourceDescription,
        _ output: PictureConversion
    ) throws(IntakeError) -> (film: Int, decoder: any PictureDecoding, subtitles: BurnedSubtitles?) {
        let decoder = try film.inOwnTimes.decoder(to: output)
        return (number, decoder, try BurnedSubtitles(of: film, output))
    }

    /// Decodes frames in order and passes each to `body`, until the range is finished or `body` returns false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        let isPlain =
            source.films == nil && source.repetition == nil && source.reading?.isFiltered != true
            && source.script == nil
        if isPlain { return try open.decoder.decode(frames, body) }
        for (film, range) in ranges.enumerated() {
            let part = range.clamped(to: frames)
            guard !part.isEmpty else { continue }
            if open.film != film {
                open = try Self.open(film, films[film], outputs[film])
            }
            let own = part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound
            var isWanted = true
            let (subtitles, timeline) = (open.subtitles, films[film].video.timeline)
            try decode(own, of: films[film]) { picture, frame in
                var picture = renumbered(picture, as: range.lowerBound + frame)
                if let subtitles { picture = subtitles.drawn(onto: picture, at: timeline.time(of: frame)) }
                isWanted = body(picture)
                return isWanted
            }
            if !isWanted { return }
        }
    }

    /// Decodes frames of the open film. Passes each picture with its number in that film, at its new rate if it has
    /// one.
    private func decode(
        _ frames: Range<Int>,
        of film: SourceDescription,
        _ body: (Picture, Int) -> Bool
    ) throws(IntakeError) {
        guard let repetition = film.repetition, let last = frames.last else {
            return try decodeFiltered(frames, of: film, body)
        }
        var next = frames.lowerBound
        let own = repetition.ownFrame(of: next)..<repetition.ownFrame(of: last) + 1
        try decodeFiltered(own, of: film) { picture, number in
            while next < frames.upperBound, repetition.ownFrame(of: next) == number {
                if !body(picture, next) { return false }
                next += 1
            }
            return true
        }
    }

    /// Decodes frames of the open film, filtered if the user says so, in numbers of that film or of its fields.
    private func decodeFiltered(
        _ frames: Range<Int>,
        of film: SourceDescription,
        _ body: (Picture, Int) -> Bool
    ) throws(IntakeError) {
        let decoder = open.decoder
        guard let reading = film.reading, reading.isFiltered, !frames.isEmpty else {
            return try decoder.decode(frames) { body($0, $0.frame) }
        }
        let filter = PictureFilter(reading, path: film.path)
        let (each, first) = (filter.each, film.fields?.first ?? 0)
        let wanted = frames.lowerBound + first..<frames.upperBound + first
        let own = filter.taken(for: wanted, of: film.inOwnTimes.video.timeline.count)
        var lights: [Int: LightMetadata] = [:]
        func deliver() throws(IntakeError) -> Bool {
            while let (frame, number) = try filter.next() {
                guard wanted.contains(number) else { continue }
                let isFirst = number % each == 0
                let picture = decoder.picture(
                    number / each,
                    of: try decoder.converter.storage(of: frame),
                    damage: nil,
                    light: isFirst ? lights.removeValue(forKey: number / each) : nil
                )
                if !body(picture, number - first) { return false }
            }
            return true
        }
        var isWanted = true
        try withoutActuallyEscaping(deliver) { deliver throws(IntakeError) in
            decoder.taker = { frame, number, light throws(IntakeError) in
                lights[number] = light
                try filter.take(frame, number: number)
                isWanted = try deliver()
                return isWanted
            }
            defer { decoder.taker = nil }
            try decoder.decode(own) { _ in true }
        }
        guard isWanted else { return }
        try filter.finish()
        _ = try deliver()
    }

    /// A film's picture with its number and its times in the whole source.
    private func renumbered(_ picture: Picture, as frame: Int) -> Picture {
        Picture(
            format: picture.format,
            size: picture.size,
            frame: frame,
            presentationTime: source.video.timeline.time(of: frame),
            duration: source.video.timeline.duration(of: frame),
            damage: picture.damage,
            light: picture.light,
            storage: picture.storage
        )
    }
}
