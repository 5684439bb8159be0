package import Media

/// Creates the samples of a film's subtitle track: contiguous from the start of the film, and empty while nothing is
/// shown.
package struct SubtitleReader {
    private let source: SourceDescription
    private let track: SubtitleTrack

    /// Creates a reader of a source's track.
    package init(source: SourceDescription, track: SubtitleTrack) {
        self.source = source
        self.track = track
    }

    /// All samples; none if no text is shown during the film.
    ///
    /// - Parameter fontSize: height of letters in pixels, for text with styles.
    /// - Throws: if the file cannot be read.
    package func samples(fontSize: UInt8) throws(IntakeError) -> [TimedTextSample] {
        guard let films = source.films else { return Self.tiled(try cues(of: source, track), fontSize: fontSize) }
        var cues: [(ticks: Range<Int64>, entry: SubtitleDecoder.Entry)] = []
        let index = source.subtitles?.firstIndex(of: track)
        for (number, ((film, origin), frames)) in zip(zip(films, source.origins), source.frameRanges).enumerated() {
            let place = track.positions.map { $0[safely: number] ?? nil } ?? index
            guard let own = place.flatMap({ film.subtitles?[safely: $0] }), own.isCarried else { continue }
            let time = source.video.timeline.timeRange(of: frames)
            let shift = origin.rounded(to: track.timescale).value
            let start = frames.lowerBound == 0 ? 0 : time.start.rounded(to: track.timescale).value
            let shown = start..<max(start, time.end.rounded(to: track.timescale).value)
            let clock = own.timescale
            func onWhole(_ ticks: Int64) -> Int64 {
                MediaTime(value: ticks, timescale: clock).rounded(to: track.timescale).value + shift
            }
            for (ticks, entry) in try self.cues(of: film, own) {
                let ticks = (onWhole(ticks.lowerBound)..<onWhole(ticks.upperBound)).clamped(to: shown)
                if !ticks.isEmpty { cues.append((ticks, entry)) }
            }
        }
        return Self.tiled(cues, fontSize: fontSize)
    }

    /// The texts of a film with their times, on its own clock.
    private func cues(
        of film: SourceDescription,
        _ track: SubtitleTrack
    ) throws(IntakeError) -> [(ticks: Range<Int64>, entry: SubtitleDecoder.Entry)] {
        let decoder = try SubtitleDecoder(
            SourceFile(of: film),
            stream: track.streamIndex,
            endsAtDamage: film.reading?.concealsDamage == true
        )
        guard decoder.timescale == track.timescale else {
            throw IntakeError.changed(film.path, difference: "the timescale of its subtitles differs")
        }
        let timeline = film.video.timeline
        let shift = film.startInFile.rounded(to: track.timescale).value
        let shown = 0..<max(0, timeline.timeRange.end.rounded(to: track.timescale).value)
        var cues: [(ticks: Range<Int64>, entry: SubtitleDecoder.Entry)] = []
        while let entry = try decoder.next() {
            let ticks = (entry.ticks.lowerBound - shift..<entry.ticks.upperBound - shift).clamped(to: shown)
            if !ticks.isEmpty { cues.append((ticks, entry)) }
        }
        return cues
    }

    /// Contiguous samples. Texts that overlap are shown one below the other, in the order in which they begin.
    static func tiled(
        _ cues: [(ticks: Range<Int64>, entry: SubtitleDecoder.Entry)],
        fontSize: UInt8
    ) -> [TimedTextSample] {
        let cues = cues.enumerated().sorted {
            ($0.element.ticks.lowerBound, $0.offset) < ($1.element.ticks.lowerBound, $1.offset)
        }.map(\.element)
        var samples: [TimedTextSample] = []
        var now: Int64 = 0
        func put(_ bytes: [UInt8], until end: Int64) {
            // MP4 stores the duration of a sample in 32 bits.
            while end > now {
                let duration = min(end - now, Int64(UInt32.max))
                samples.append(TimedTextSample(bytes: bytes, duration: duration))
                now += duration
            }
        }
        var (next, shown) = (0, [Int]())
        while next < cues.count || !shown.isEmpty {
            shown.removeAll { cues[$0].ticks.upperBound <= now }
            while next < cues.count, cues[next].ticks.lowerBound <= now {
                shown.append(next)
                next += 1
            }
            let begins = next < cues.count ? cues[next].ticks.lowerBound : nil
            guard let ends = shown.map({ cues[$0].ticks.upperBound }).min() else {
                if let begins { put(TimedTextSample.empty, until: begins) }
                continue
            }
            put(bytes(of: shown.map { cues[$0].entry }, fontSize), until: min(ends, begins ?? ends))
        }
        return samples.contains { $0.bytes != TimedTextSample.empty } ? samples : []
    }

    /// One text, or several one below the other. Copied packets never overlap in a valid film; if they do, the last one
    /// is used.
    private static func bytes(of entries: [SubtitleDecoder.Entry], _ fontSize: UInt8) -> [UInt8] {
        if let last = entries.last, !last.bytes.isEmpty { return last.bytes }
        var text = StyledText(text: "")
        for entry in entries { text.append(entry.text) }
        return TimedTextSample.bytes(of: text, fontSize: fontSize)
    }
}
