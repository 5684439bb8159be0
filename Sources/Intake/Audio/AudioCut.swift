import Media

/// Cuts an audio track when its film is cut.
struct AudioCut {
    private let source: SourceDescription
    private let track: AudioTrack
    private let range: TimeRange

    /// Packets that are kept before the first one that is heard. AAC and AC-3 overlap their blocks, and spectral band
    /// replication takes its settings from earlier packets. A frame of MP3 may have its bits in nine other frames. Opus
    /// needs 80 ms, in packets of at least 2.5 ms.
    private var prerollPackets: Int {
        switch track.codec {
        case "mp3": 10
        case "opus": 32
        default: 4
        }
    }

    /// Creates the cut of a track to a time range on the whole film's clock.
    init(_ source: SourceDescription, _ track: AudioTrack, _ range: TimeRange) {
        self.source = source
        self.track = track
        self.range = range
    }

    /// The track in the part.
    func cut() throws(IntakeError) -> AudioTrack {
        guard track.obstacle == nil else { return track }
        var part = track
        let heard = stretches
        guard let start = heard.first?.from, let stop = heard.last.map({ $0.from + $0.duration }) else {
            return silent(part, "it has no audio in the selected part of the film")
        }
        let reader = try AudioPacketReader(source: source, track: track)
        // Tick at which each of the last packets starts, up to the first one that is heard.
        var recent: [Int64] = []
        var (tick, number, end, last) = (Int64(0), 0, Int64(0), 0)
        while let packet = try reader.next(), tick < stop {
            if tick <= start {
                recent.append(tick)
                if recent.count > prerollPackets + 1 { recent.removeFirst() }
                last = number
            }
            tick += packet.duration
            number += 1
            end = tick
        }
        guard let first = recent.first else {
            return silent(part, "it has no packets in the selected part of the film")
        }
        let before = track.skippedPackets ?? 0
        let skipped = last - (recent.count - 1)
        part.skippedPackets = before + skipped > 0 ? before + skipped : nil
        part.packetCount = number - skipped
        part.mediaDuration = end - first
        part.present(
            heard.map { stretch in
                var kept = stretch
                kept.duration = min(stretch.from + stretch.duration, end) - stretch.from
                kept.from -= first
                return kept
            }.filter { $0.duration > 0 || heard.count == 1 }
        )
        return part
    }

    /// The track without audio.
    private func silent(_ track: AudioTrack, _ obstacle: String) -> AudioTrack {
        var silent = track
        silent.obstacle = obstacle
        (silent.packetCount, silent.mediaDuration, silent.presentedDuration) = (0, 0, 0)
        silent.skippedPackets = nil
        silent.stretches = nil
        return silent
    }

    /// The nearest tick of the track. A difference of two results is right to a sample, whatever the timescales are.
    private func tick(_ time: MediaTime) -> Int64 { time.rounded(to: track.timescale).value }

    /// The part of the track that is presented, to the nearest tick, on the clock of the part.
    private var stretches: [AudioStretch] {
        let (from, to) = (tick(range.start), tick(range.end))
        return track.presentation.compactMap { stretch in
            let start = tick(stretch.start)
            let whole = stretch.from..<max(stretch.from, stretch.from + stretch.duration)
            let media = (stretch.from + from - start..<stretch.from + max(from, to) - start).clamped(to: whole)
            guard !media.isEmpty else { return nil }
            let wait = start + media.lowerBound - stretch.from - from
            return AudioStretch(
                from: media.lowerBound,
                duration: Int64(media.count),
                start: wait > 0 ? MediaTime(value: wait, timescale: track.timescale) : .zero
            )
        }
    }
}
