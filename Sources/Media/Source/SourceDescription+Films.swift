extension SourceDescription {
    /// The films that the source consists of, one after the other; the source itself if it is a single one.
    package var parts: [SourceDescription] { films ?? [self] }

    /// The paths of all files of the source, in playing order.
    package var paths: [String] { parts.map(\.path) }

    /// The paths of the files that it is read from: its films, and the metadata that was given for them.
    package var readPaths: [String] { paths + parts.flatMap { ($0.metadataFiles ?? []).map(\.path) } }

    /// The frames of the source that each film has, in order of the films.
    package var frameRanges: [Range<Int>] {
        var start = 0
        return parts.map { film in
            defer { start += film.video.timeline.count }
            return start..<start + film.video.timeline.count
        }
    }

    /// The frames at which a film follows another one, ascending.
    package var joints: [Int] { frameRanges.dropFirst().map(\.lowerBound) }

    /// The start of each film's own clock on the clock of the whole source, in order of the films.
    package var origins: [MediaTime] {
        zip(parts, frameRanges).map { film, frames in
            frames.lowerBound == 0
                ? .zero : video.timeline.time(of: frames.lowerBound) - film.video.timeline.time(of: 0)
        }
    }
}
