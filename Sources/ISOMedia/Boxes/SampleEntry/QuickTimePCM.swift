import Media

/// The names of uncompressed audio in QuickTime (Apple, QuickTime File Format, "Sound Sample Descriptions"): integers
/// of 16 bits by their byte order, longer samples by their length with `enda` for the byte order, and all others in
/// version 2 as `lpcm`.
package enum QuickTimePCM {
    /// formatSpecificFlags of `lpcm` (kAudioFormatFlag...): floating point, big-endian, signed, without padding.
    private enum Flag {
        static let isFloat: UInt32 = 1
        static let isBigEndian: UInt32 = 2
        static let isSigned: UInt32 = 4
        static let isPacked: UInt32 = 8
    }

    /// The type of a description of version 1; nil if only `lpcm` can express it.
    static func type(of format: PCMFormat, sampleRate: Int, channelCount: Int) -> FourCC? {
        guard UInt16(exactly: sampleRate) != nil, channelCount <= 2, format.isSigned else { return nil }
        switch (format.bitDepth, format.isFloat) {
        case (16, _): return format.isBigEndian ? "twos" : "sowt"
        case (24, _): return "in24"
        case (32, false): return "in32"
        case (32, true): return "fl32"
        case (64, true): return "fl64"
        default: return nil
        }
    }

    /// formatSpecificFlags of a format.
    static func flags(of format: PCMFormat) -> UInt32 {
        (format.isFloat ? Flag.isFloat : 0) | (format.isBigEndian ? Flag.isBigEndian : 0)
            | (format.isSigned && !format.isFloat ? Flag.isSigned : 0) | Flag.isPacked
    }

    /// The format of a description that was read; nil for compressed audio.
    static func format(
        _ type: FourCC,
        bits: UInt16,
        isLittleEndian: Bool,
        version2: (bits: UInt32, flags: UInt32)?
    ) -> PCMFormat? {
        let order = isLittleEndian ? "le" : "be"
        switch type {
        case "sowt": return PCMFormat(codec: bits == 8 ? "pcm_s8" : "pcm_s16le")
        case "twos": return PCMFormat(codec: bits == 8 ? "pcm_s8" : "pcm_s16be")
        case "raw ": return PCMFormat(codec: "pcm_u8")
        case "in24": return PCMFormat(codec: "pcm_s24\(order)")
        case "in32": return PCMFormat(codec: "pcm_s32\(order)")
        case "fl32": return PCMFormat(codec: "pcm_f32\(order)")
        case "fl64": return PCMFormat(codec: "pcm_f64\(order)")
        case "lpcm":
            guard let (bits, flags) = version2 else { return nil }
            let sort = flags & Flag.isFloat != 0 ? "f" : flags & Flag.isSigned != 0 ? "s" : "u"
            let order = bits == 8 ? "" : flags & Flag.isBigEndian != 0 ? "be" : "le"
            return PCMFormat(codec: "pcm_\(sort)\(bits)\(order)")
        default: return nil
        }
    }
}
