/// `mdhd`: the clock, length and language of a track's media (ISO/IEC 14496-12 8.4.2).
package struct MediaHeaderBox: Box {
    /// `mdhd`
    package static let type: FourCC = "mdhd"
    /// Ticks per second of all times of the track.
    package var timescale: UInt32
    /// Sum of the sample durations in ticks; all ones when it is not known.
    package var duration: UInt64
    /// Language as ISO 639-2/T, `und` when it is not said.
    package var language: String

    /// Creates a media header.
    package init(timescale: UInt32, duration: UInt64, language: String) {
        self.timescale = timescale
        self.duration = duration
        self.language = language
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        try reader.skip(isLarge ? 16 : 8)
        timescale = try reader.u32()
        duration = isLarge ? try reader.u64() : UInt64(try reader.u32())
        language = PackedLanguage.unpack(try reader.u16())
        try reader.skip(2)
    }

    /// Writes the payload, version 1 only when the duration needs it.
    package func write(to writer: inout BoxWriter) {
        let isLarge = duration > UInt64(UInt32.max)
        writer.fullBox(version: isLarge ? 1 : 0)
        writer.zeros(isLarge ? 16 : 8)
        writer.u32(timescale)
        if isLarge { writer.u64(duration) } else { writer.u32(UInt32(duration)) }
        writer.u16(PackedLanguage.pack(language))
        writer.zeros(2)
    }
}
