package import Media

extension FilmProbe {
    /// The same source with only some of its frames: their times start at 0, and the audio is cut with them.
    ///
    /// Audio packets are kept whole. A few more are kept before the first one that is heard, because its decoder needs
    /// them. The presented samples are exact.
    ///
    /// A part may be cut again. If the source is several films, those with selected frames are kept, each cut
    /// separately. If only one is left, the result is that film. Of a film at another frame rate only pictures can be
    /// cut.
    ///
    /// - Precondition: the source has these frames, and there is at least one.
    /// - Throws: if the audio cannot be read.
    package static func cut(_ whole: SourceDescription, to frames: Range<Int>) throws(IntakeError) -> SourceDescription
    {
        let timeline = whole.video.timeline
        guard frames != 0..<timeline.count else { return whole }
        if whole.repetition != nil || whole.fields != nil { return try cutPictures(of: whole, to: frames) }
        if let films = whole.films {
            var kept: [SourceDescription] = []
            for (film, range) in zip(films, whole.frameRanges) {
                let part = range.clamped(to: frames)
                guard !part.isEmpty else { continue }
                kept.append(try cut(film, to: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound))
            }
            return try joined(kept, comparesAudio: !whole.audio.isEmpty)
        }
        var source = whole
        source.cut = whole.cut.map { $0.narrowed(to: frames, of: timeline) } ?? SourceCut(frames, of: timeline)
        source.video.timeline = timeline.cut(to: frames)
        let range = timeline.timeRange(of: frames)
        source.chapters = whole.chapters.map { Chapter.cut($0, to: range) }.flatMap { $0.isEmpty ? nil : $0 }
        // Frame numbers restart after a day, as a clock does.
        if let timecode = whole.timecode {
            let day = timecode.framesPerDay
            source.timecode?.firstFrame = UInt32((UInt64(timecode.firstFrame) + UInt64(frames.lowerBound)) % day)
        }
        source.audio = []
        for track in whole.audio {
            source.audio.append(try AudioCut(whole, track, range).cut())
        }
        return source
    }

    /// Some frames of a film whose frames are not those of its file.
    private static func cutPictures(
        of whole: SourceDescription,
        to frames: Range<Int>
    ) throws(IntakeError) -> SourceDescription {
        guard whole.audio.isEmpty else {
            throw IntakeError.unsupported(
                whole.path,
                cause: "a film at another frame rate cannot be cut with its audio",
                remedy: "cut it first"
            )
        }
        var source = whole
        if let repetition = whole.repetition {
            source.repetition = repetition.from(frames.lowerBound)
        } else if let fields = whole.fields {
            source.fields = FieldTimes(of: fields.own, first: fields.first + frames.lowerBound)
        }
        source.video.timeline = whole.video.timeline.cut(to: frames)
        return source
    }
}
