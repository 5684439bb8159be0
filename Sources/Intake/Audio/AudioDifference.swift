import Media

/// How audio tracks differ, so that the packets of one cannot follow those of another.
enum AudioDifference {
    /// The differences in words, as in "rates of 48000 and 44100 Hz"; nil if there are none.
    static func words(_ tracks: [AudioTrack]) -> String? {
        var words: [String] = []
        func compare(_ name: String, _ values: [String], _ unit: String = "") {
            var unique: [String] = []
            for value in values where !unique.contains(value) { unique.append(value) }
            if unique.count > 1 { words.append("\(name) \(unique.joined(separator: " and "))\(unit)") }
        }
        compare("codecs", tracks.map(\.codec))
        compare("rates of", tracks.map { "\($0.sampleRate)" }, " Hz")
        compare("numbers of channels:", tracks.map { "\($0.channelCount)" })
        if words.isEmpty {
            compare("layouts of speakers", tracks.map { String(AudioLayout.mask(of: $0), radix: 16) })
        }
        // A track that cannot be copied has no packets that must follow others.
        if words.isEmpty, tracks.allSatisfy({ $0.obstacle == nil }) {
            let forms = tracks.map { AudioConfiguration($0.codec).form(of: $0.configuration) }
            if !forms.allSatisfy({ $0 == forms[0] }) { words.append("codec configurations") }
            compare("clocks of", tracks.map { "1/\($0.timescale)" }, " s")
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

extension AudioTrack {
    /// The same track with its times in ticks of another timescale, to the nearest tick.
    func inTicks(of timescale: Int32) -> AudioTrack {
        guard timescale != self.timescale else { return self }
        func ticks(_ count: Int64) -> Int64 {
            MediaTime(value: count, timescale: self.timescale).rounded(to: timescale).value
        }
        var track = self
        track.timescale = timescale
        track.mediaDuration = ticks(mediaDuration)
        track.presentedFrom = ticks(presentedFrom)
        track.presentedDuration = ticks(presentedDuration)
        track.stretches = stretches?.map {
            AudioStretch(from: ticks($0.from), duration: max(ticks($0.duration), 1), start: $0.start)
        }
        return track
    }
}
