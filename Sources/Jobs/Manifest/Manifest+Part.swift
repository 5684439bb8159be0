package import Media

extension Manifest {
    /// The frames of a film that start within the requested part. Only whole frames count, and the first of them
    /// becomes the start of the encoded film. Times are on the film's own clock, as players show them.
    ///
    /// Nil for all frames. Throws a `ManifestError` if no frame is left.
    package func frames(of timeline: FrameTimeline) throws(ManifestError) -> Range<Int>? {
        try frames(of: timeline, from: start, lasting: duration, "source")
    }

    /// The same for one film of a list, by its index.
    package func frames(of timeline: FrameTimeline, ofFilm index: Int) throws(ManifestError) -> Range<Int>? {
        try frames(of: timeline, from: films[index].start, lasting: films[index].duration, key(ofFilm: index))
    }

    /// The key of a film, by its index in the list; that of the source if it is a single one.
    func key(ofFilm index: Int) -> String {
        if films.isEmpty { return "source" }
        return positions["source.films"] == nil ? "source[\(index)]" : "source.films[\(index)]"
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
            throw refusal("\(place).start", "is after the end of the film at \(length) s", "write an earlier time")
        }
        let last = duration.map { begin + $0 } ?? end
        let frames = timeline.frames(in: TimeRange(start: begin, end: max(begin, last)))
        guard !frames.isEmpty else {
            let key = duration == nil ? "\(place).start" : "\(place).duration"
            throw refusal(key, "selects a part of the film in which no frame starts", "select a longer part")
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
