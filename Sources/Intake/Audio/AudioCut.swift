import Media

/// What is left of a sound track when a film is cut.
struct AudioCut {
    private let source: SourceDescription
    private let track: AudioTrack
    private let range: TimeRange

    /// Packets before the first one that is heard: AAC and AC-3 overlap their blocks, and spectral band replication takes its
    /// settings from earlier packets; a frame of MP3 may have its bits in nine others; Opus wants 80 ms, of 2.5 ms at the least.
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

    /// The track as it is in the part.
    func cut() throws(IntakeError) -> AudioTrack {
        guard track.obstacle == nil else { return track }
        var part = track
        let wait = tick(track.presentationStart) - tick(range.start)
        part.presentationStart = wait > 0 ? MediaTime(value: wait, timescale: track.timescale) : .zero
        let presented = presentedTicks
        guard !presented.isEmpty else {
            part.obstacle = "nothing of it sounds in the part of the film that is taken"
            return part
        }
        let reader = try AudioPacketReader(source: source, track: track)
        // Tick at which each of the last packets starts, up to the first one that is heard.
        var recent: [Int64] = []
        var (tick, number, end, last) = (Int64(0), 0, Int64(0), 0)
        while let packet = try reader.next(), tick < presented.upperBound {
            if tick <= presented.lowerBound {
                recent.append(tick)
                if recent.count > prerollPackets + 1 { recent.removeFirst() }
                last = number
            }
            tick += packet.duration
            number += 1
            end = tick
        }
        guard let first = recent.first else {
            part.obstacle = "it has no packets in the part of the film that is taken"
            return part
        }
        let skipped = last - (recent.count - 1)
        part.skippedPackets = skipped > 0 ? skipped : nil
        part.packetCount = number - skipped
        part.mediaDuration = end - first
        part.presentedFrom = presented.lowerBound - first
        part.presentedDuration = min(presented.upperBound, end) - presented.lowerBound
        return part
    }

    /// The nearest tick of the track: a difference of two is right to a sample, whatever the timescales are.
    private func tick(_ time: MediaTime) -> Int64 { time.rounded(to: track.timescale).value }

    /// The media ticks that sound in the part, to the nearest.
    private var presentedTicks: Range<Int64> {
        func ticks(_ time: MediaTime) -> Int64 { track.presentedFrom + tick(time) - tick(track.presentationStart) }
        let whole = track.presentedFrom..<max(track.presentedFrom, track.presentedFrom + track.presentedDuration)
        let (lower, upper) = (ticks(range.start), ticks(range.end))
        return (lower..<max(lower, upper)).clamped(to: whole)
    }
}
