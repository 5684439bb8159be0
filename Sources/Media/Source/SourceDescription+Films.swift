extension SourceDescription {
    /// The container of still images, which no library knows.
    package static let stillContainer = "heif"

    /// Whether it is a still image, which is a film of one frame.
    package var isStill: Bool { films == nil && container == Self.stillContainer }

    /// The films that the source consists of, one after the other; the source itself if it is a single one.
    package var parts: [SourceDescription] { films ?? [self] }

    /// The paths of all files of the source, in playing order.
    package var paths: [String] { parts.map(\.path) }

    /// The paths of the files that it is read from: its films, and the metadata and fonts that were given for them.
    package var readPaths: [String] {
        let metadata = parts.flatMap { ($0.metadataFiles ?? []).map(\.path) }
        let fonts = parts.flatMap { ($0.script == nil ? [] : $0.reading?.burning?.fonts ?? []).map(\.path) }
        return paths + (metadata + fonts).unique
    }

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

    /// The film in its own times, without frames that are made, repeated or left out.
    package var inOwnTimes: SourceDescription {
        guard let own = fields?.own ?? repetition?.own else { return self }
        var film = self
        film.video.timeline = own
        return film
    }

    /// When the film begins on the clock of its file: after 0 if only a part of it was selected.
    package var startInFile: MediaTime {
        cut.map { MediaTime(value: $0.startTick, timescale: inOwnTimes.video.timeline.timescale) } ?? .zero
    }

    /// The start of each film's own clock on the clock of the whole source, in order of the films.
    package var origins: [MediaTime] {
        zip(parts, frameRanges).map { film, frames in
            frames.lowerBound == 0
                ? .zero : video.timeline.time(of: frames.lowerBound) - film.video.timeline.time(of: 0)
        }
    }
}
