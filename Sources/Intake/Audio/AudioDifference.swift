import Media

/// How audio tracks differ, so that the packets of one cannot follow those of another.
enum AudioDifference {
    /// The differences in words, as in "rates of 48000 and 44100 Hz"; nil if there are none.
    static func words(_ tracks: [AudioTrack]) -> String? {
        var words: [String] = []
        func compare(_ name: String, _ values: [String], _ unit: String = "") {
            let unique = values.unique
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
