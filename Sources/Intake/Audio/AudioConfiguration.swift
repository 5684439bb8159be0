/// Separates what a codec configuration says about the codec from what it says about one file's audio.
struct AudioConfiguration {
    private let codec: String

    /// Creates it for a codec by FFmpeg's name.
    init(_ codec: String) { self.codec = codec }

    /// Bytes that describe one file's audio and not how it is decoded. In FLAC's STREAMINFO (RFC 9639 8.2): frame
    /// sizes, number of samples and their MD5. In ALACSpecificConfig: the largest packet and the rate. In `dOps`: the
    /// samples skipped at the start, which the edit list says too, and the rate before encoding.
    private var particulars: [Range<Int>] {
        switch codec {
        case "flac": [0..<10, 14..<34]
        case "alac": [12..<20]
        case "opus": [2..<8]
        default: []
        }
    }

    /// The configuration without the bytes about one file. Tracks for which it is equal can follow one another.
    func form(of configuration: [UInt8]) -> [UInt8] {
        var form = configuration
        for range in particulars { for index in range where index < form.count { form[index] = 0 } }
        // The highest four of the 36 bits that count FLAC's samples.
        if codec == "flac", form.count > 13 { form[13] &= 0xF0 }
        return form
    }

    /// One configuration for all parts, which have equal formats. Bounds hold for all of them. What is unknown for the
    /// whole is written as unknown, which is 0 in both formats.
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
