extension SourceDescription {
    /// The films that it is made of, one after the other: itself where it is a single one.
    public var parts: [SourceDescription] { films ?? [self] }

    /// The paths of all files that it is read from, in the order in which they are played.
    public var paths: [String] { parts.map(\.path) }

    /// Which of its frames each of the films has, in their order.
    public var frameRanges: [Range<Int>] {
        var start = 0
        return parts.map { film in
            defer { start += film.video.timeline.count }
            return start..<start + film.video.timeline.count
        }
    }

    /// When each film's own clock shows 0 on the clock of the whole, in the order of the films.
    public var origins: [MediaTime] {
        zip(parts, frameRanges).map { film, frames in
            frames.lowerBound == 0
                ? .zero : video.timeline.time(of: frames.lowerBound) - film.video.timeline.time(of: 0)
        }
    }
}
