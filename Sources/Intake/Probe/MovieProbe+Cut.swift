package import Media

extension MovieProbe {
    /// The same source when only some of its frames are taken: with their times from 0 on, and the sound that belongs
    /// to them.
    ///
    /// Packets of sound are kept whole, with a few before the first one that is heard, which its decoder needs to be
    /// right from there on; which samples are presented is exact.
    ///
    /// A part may be cut once more. Of films that are played one after the other those are left that have one of the
    /// frames, each cut by itself; a single one of them is left as what it is.
    ///
    /// - Precondition: it has these frames, which are not empty.
    /// - Throws: when the sound cannot be read.
    package static func cut(_ whole: SourceDescription, to frames: Range<Int>) throws(IntakeError) -> SourceDescription
    {
        let timeline = whole.video.timeline
        guard frames != 0..<timeline.count else { return whole }
        if let films = whole.films {
            var kept: [SourceDescription] = []
            for (film, range) in zip(films, whole.frameRanges) {
                let part = range.clamped(to: frames)
                guard !part.isEmpty else { continue }
                kept.append(try cut(film, to: part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound))
            }
            return try joined(kept, comparesSound: !whole.audio.isEmpty)
        }
        var source = whole
        source.cut = whole.cut.map { $0.narrowed(to: frames, of: timeline) } ?? SourceCut(frames, of: timeline)
        source.video.timeline = timeline.cut(to: frames)
        let range = timeline.timeRange(of: frames)
        source.chapters = whole.chapters.map { Chapter.cut($0, to: range) }.flatMap { $0.isEmpty ? nil : $0 }
        // Numbers of frames begin anew after a day, as a clock does.
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
}
