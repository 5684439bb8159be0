/// What codec configurations of a track say of the codec, and what of the sound that they stand beside.
struct SoundConfiguration {
    private let codec: String

    /// Creates it for a codec by FFmpeg's name.
    init(_ codec: String) { self.codec = codec }

    /// Bytes that tell of one file's sound and not of how it is decoded: of FLAC's STREAMINFO (RFC 9639 8.2) the sizes
    /// of frames, the number of samples and their MD5; of ALACSpecificConfig the greatest packet and the rate; of
    /// `dOps` what is skipped at the start, which the edit list says too, and the rate before encoding.
    private var particulars: [Range<Int>] {
        switch codec {
        case "flac": [0..<10, 14..<34]
        case "alac": [12..<20]
        case "opus": [2..<8]
        default: []
        }
    }

    /// The configuration without what tells of one file: tracks of which it is equal can follow one another.
    func form(of configuration: [UInt8]) -> [UInt8] {
        var form = configuration
        for range in particulars { for index in range where index < form.count { form[index] = 0 } }
        // The highest four of the 36 bits that count FLAC's samples.
        if codec == "flac", form.count > 13 { form[13] &= 0xF0 }
        return form
    }

    /// One configuration for sound that has equal forms: bounds hold for all of it, and what is not known of the whole
    /// is said to be unknown, which is 0 in both formats.
    func joined(_ configurations: [[UInt8]]) -> [UInt8] {
        guard var joined = configurations.first else { return [] }
        let others = configurations.dropFirst()
        guard !others.allSatisfy({ $0 == joined }), others.allSatisfy({ $0.count == joined.count }) else {
            return joined
        }
        switch codec {
        case "flac" where joined.count >= 34:
            let bounds: [(Range<Int>, isLeast: Bool)] = [(0..<2, true), (2..<4, false), (4..<7, true), (7..<10, false)]
            for (range, isLeast) in bounds {
                let values = configurations.map { Array($0[range]) }
                let isKnown = values.allSatisfy { value in value.contains { $0 != 0 } }
                let ordered = values.sorted { $0.lexicographicallyPrecedes($1) }
                let bound = isLeast ? ordered.first : ordered.last
                joined.replaceSubrange(range, with: (isKnown ? bound : nil) ?? Array(repeating: 0, count: range.count))
            }
            joined[13] &= 0xF0
            for index in 14..<34 { joined[index] = 0 }
        case "alac" where joined.count >= 24:
            let greatest = configurations.map { Array($0[12..<16]) }
            let isKnown = greatest.allSatisfy { value in value.contains { $0 != 0 } }
            let bound = greatest.max { $0.lexicographicallyPrecedes($1) }
            joined.replaceSubrange(12..<16, with: (isKnown ? bound : nil) ?? [0, 0, 0, 0])
            joined.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        default: break
        }
        return joined
    }
}
