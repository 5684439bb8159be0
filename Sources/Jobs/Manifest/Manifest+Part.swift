package import Media

extension Manifest {
    /// The frames of a film that start inside the part that is asked for: whole frames, the first of which becomes the
    /// film's start. Times count on the film's own clock, as players show them.
    ///
    /// Nil for all of them. Throws a `ManifestError` when there are none.
    package func frames(of timeline: FrameTimeline) throws(ManifestError) -> Range<Int>? {
        try frames(of: timeline, from: start, lasting: duration, "source")
    }

    /// The same of one film of a list, by its number there.
    package func frames(of timeline: FrameTimeline, ofFilm index: Int) throws(ManifestError) -> Range<Int>? {
        let key = positions["source.films"] == nil ? "source[\(index)]" : "source.films[\(index)]"
        return try frames(of: timeline, from: films[index].start, lasting: films[index].duration, key)
    }

    private func frames(
        of timeline: FrameTimeline,
        from start: MediaTime?,
        lasting duration: MediaTime?,
        _ place: String
    ) throws(ManifestError) -> Range<Int>? {
        guard start != nil || duration != nil else { return nil }
        let begin = start ?? .zero
        let end = timeline.timeRange.end
        guard begin < end else {
            let length = Quantity.words(end.seconds)
            throw refusal("\(place).start", "lies behind the film, which ends at \(length) s", "name an earlier time")
        }
        let last = duration.map { begin + $0 } ?? end
        let frames = timeline.frames(in: TimeRange(start: begin, end: max(begin, last)))
        guard !frames.isEmpty else {
            let key = duration == nil ? "\(place).start" : "\(place).duration"
            throw refusal(key, "leaves no frame that starts in that part of the film", "take more of it")
        }
        return frames == 0..<timeline.count ? nil : frames
    }

    private func refusal(_ key: String, _ problem: String, _ suggestion: String) -> ManifestError {
        let issue = ManifestIssue(
            position: positions[key] ?? positions["source"],
            key: key,
            problem: problem,
            suggestion: suggestion
        )
        return ManifestError(file: file, issues: [issue])
    }
}
