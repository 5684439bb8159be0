import Media

extension MovieMuxer {
    /// The timescale of edits and header durations.
    var clock: MovieClock {
        MovieClock(
            video: configuration.video.timescale,
            others: configuration.audio.map(\.timescale)
                + configuration.audio.map(\.presentationStart.reduced.timescale)
                + configuration.audio.flatMap { ($0.stretches ?? []).map(\.start.reduced.timescale) }
                + configuration.side.map(\.timescale)
        )
    }

    /// The start of the movie on the film's clock: 0, or the first picture if that is earlier.
    private var origin: MediaTime {
        min(.zero, MediaTime(value: video.firstPresentationTick, timescale: configuration.video.timescale))
    }

    /// The edits of the video: an empty one up to the first picture, then everything that is presented.
    func videoEdits(_ clock: MovieClock) -> EditListBox {
        let timescale = configuration.video.timescale
        let start = MediaTime(value: video.firstPresentationTick, timescale: timescale)
        var edits: [EditListBox.Edit] = []
        if start > .zero {
            edits.append(EditListBox.Edit(duration: UInt64(clock.instant(start)), mediaTime: -1))
        }
        let length = clock.length(video.presentationEnd - video.firstPresentationTick, timescale: timescale)
        edits.append(
            EditListBox.Edit(duration: length, mediaTime: video.firstPresentationTick - video.firstDecodeTick)
        )
        return EditListBox(edits: edits)
    }

    /// The edits of an audio track: an empty one up to its start, then what is presented, without priming and padding.
    /// Audio before the movie's origin is left out too.
    func audioEdits(_ index: Int, _ clock: MovieClock) throws(MovieError) -> EditListBox {
        let track = configuration.audio[index]
        if let stretches = track.stretches {
            return try edits(
                of: "audio track \(index)",
                total: Int64(clamping: audio[index].durations.duration),
                timescale: track.timescale,
                stretches,
                clock
            )
        }
        return try edits(
            of: "audio track \(index)",
            total: Int64(clamping: audio[index].durations.duration),
            timescale: track.timescale,
            from: track.presentedFrom,
            duration: track.presentedDuration,
            start: track.presentationStart,
            clock
        )
    }

    /// The edits of a side track: an empty one up to its start, then all of it.
    func sideEdits(_ index: Int, _ clock: MovieClock) throws(MovieError) -> EditListBox {
        let track = configuration.side[index]
        return try edits(
            of: "side track \(index)",
            total: Int64(clamping: side[index].durations.duration),
            timescale: track.timescale,
            from: 0,
            duration: nil,
            start: track.presentationStart,
            clock
        )
    }

    /// The edits of a track with several stretches. Media between stretches is left out, and an empty edit fills the
    /// time between them. Each begins at the nearest tick of the timescale, so that rounding errors do not accumulate.
    private func edits(
        of name: String,
        total: Int64,
        timescale: Int32,
        _ stretches: [AudioStretch],
        _ clock: MovieClock
    ) throws(MovieError) -> EditListBox {
        func refused(_ cause: String) -> MovieError { MovieError(.invalidConfiguration, name, cause) }
        var edits: [EditListBox.Edit] = []
        var (now, media) = (clock.instant(origin), Int64(0))
        for (index, stretch) in stretches.enumerated() {
            let ticks = MediaTime(value: stretch.duration, timescale: timescale)
            let begin = clock.instant(stretch.start)
            guard stretch.from >= media, stretch.duration > 0, stretch.from <= total - stretch.duration,
                begin.magnitude < 1 << 61, stretch.duration < 1 << 48
            else { throw refused("its stretches overlap or present more than the track has") }
            media = stretch.from + stretch.duration
            var from = stretch.from
            if begin < now {
                // Before the movie's origin.
                from += MediaTime(value: now - begin, timescale: clock.timescale).rounded(to: timescale).value
            }
            let start = max(begin, now)
            var end = begin + max(1, Int64(clamping: clock.length(stretch.duration, timescale: timescale)))
            if index + 1 < stretches.count {
                end = min(begin + max(1, clock.instant(ticks)), clock.instant(stretches[index + 1].start))
            }
            guard end > start, from < media else { continue }
            if start > now { edits.append(EditListBox.Edit(duration: UInt64(start - now), mediaTime: -1)) }
            edits.append(EditListBox.Edit(duration: UInt64(end - start), mediaTime: from))
            now = end
        }
        guard !edits.isEmpty else { throw refused("nothing of it is presented") }
        return EditListBox(edits: edits)
    }

    private func edits(
        of name: String,
        total: Int64,
        timescale: Int32,
        from presentedFrom: Int64,
        duration presentedDuration: Int64?,
        start presentationStart: MediaTime,
        _ clock: MovieClock
    ) throws(MovieError) -> EditListBox {
        guard presentedFrom >= 0, presentedFrom <= total else {
            throw MovieError(
                .invalidConfiguration,
                name,
                "it is presented from tick \(presentedFrom) on and has \(total)"
            )
        }
        var from = presentedFrom
        // Packets may end before the declared presentation does; the missing part is not presented.
        var length = min(presentedDuration ?? .max, total - from)
        var edits: [EditListBox.Edit] = []
        let (start, origin) = (clock.instant(presentationStart), clock.instant(self.origin))
        guard start.magnitude < 1 << 61, origin.magnitude < 1 << 61 else {
            throw MovieError(.invalidConfiguration, name, "its start time is too large")
        }
        if start > origin {
            edits.append(EditListBox.Edit(duration: UInt64(start - origin), mediaTime: -1))
        } else if start < origin {
            let early = MediaTime(value: origin - start, timescale: clock.timescale).rounded(to: timescale).value
            from += early
            length -= early
        }
        guard length > 0 else {
            throw MovieError(
                .invalidConfiguration,
                name,
                "nothing of its \(total) ticks is presented from tick \(from) on"
            )
        }
        let duration = clock.length(length, timescale: timescale)
        edits.append(EditListBox.Edit(duration: duration, mediaTime: from))
        return EditListBox(edits: edits)
    }
}
