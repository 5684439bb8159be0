import Media

/// Decodes exact ranges of a source that consists of one film, or of several that are played one after the other.
///
/// Each film is decoded separately, with its own numbers and times; the output has those of the whole source. A range
/// across a joint ends one film with its last frame and begins the next with its first. One file is open at a time.
final class FilmDecoder: @unchecked Sendable {
    // Safe: one thread at a time uses it. FilmReader starts the next thread only after the one before has finished.
    private let source: SourceDescription
    private let output: PictureConversion
    private let films: [SourceDescription]
    private let ranges: [Range<Int>]
    private var open: (film: Int, decoder: RangeDecoder)

    /// Opens the source; if it is several films, the first one.
    init(source: SourceDescription, output: PictureConversion) throws(IntakeError) {
        self.source = source
        self.output = output
        films = source.parts
        ranges = source.frameRanges
        open = (0, try RangeDecoder(source: films[0], output: output))
    }

    /// Decodes frames in order and passes each to `body`, until the range is finished or `body` returns false.
    func decode(_ frames: Range<Int>, _ body: (Picture) -> Bool) throws(IntakeError) {
        guard source.films != nil else { return try open.decoder.decode(frames, body) }
        for (film, range) in ranges.enumerated() {
            let part = range.clamped(to: frames)
            guard !part.isEmpty else { continue }
            if open.film != film { open = (film, try RangeDecoder(source: films[film], output: output)) }
            var isWanted = true
            try open.decoder.decode(part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound) {
                picture in
                isWanted = body(renumbered(picture, from: range.lowerBound))
                return isWanted
            }
            if !isWanted { return }
        }
    }

    /// A film's picture with its number and its times in the whole source.
    private func renumbered(_ picture: Picture, from first: Int) -> Picture {
        let frame = first + picture.frame
        return Picture(
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
