/// `mdhd`: the timescale, duration and language of a track's media (ISO/IEC 14496-12 8.4.2).
package struct MediaHeaderBox: Box {
    /// `mdhd`
    package static let type: FourCC = "mdhd"
    /// Ticks per second of all times of the track.
    package var timescale: UInt32
    /// Sum of the sample durations in ticks; all ones if unknown.
    package var duration: UInt64
    /// Language as ISO 639-2/T; `und` if unspecified.
    package var language: String

    /// Creates a media header.
    package init(timescale: UInt32, duration: UInt64, language: String) {
        self.timescale = timescale
        self.duration = duration
        self.language = language
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let clock = try MediaClock(from: &reader)
        (timescale, duration) = (clock.timescale, clock.duration)
        language = PackedLanguage.unpack(try reader.u16())
        try reader.skip(2)
    }

    /// Writes the payload, in version 1 only if the duration needs it.
    package func write(to writer: inout BoxWriter) {
        MediaClock(timescale: timescale, duration: duration).write(to: &writer)
        writer.u16(PackedLanguage.pack(language))
        writer.zeros(2)
    }
}
