/// `mvhd`: the properties of the whole movie (ISO/IEC 14496-12 8.2.2). Its creation time is that of the source, or 0:
/// the file contains no time of the encode.
package struct MovieHeaderBox: Box {
    /// `mvhd`
    package static let type: FourCC = "mvhd"
    /// The movie timescale in ticks per second.
    package var timescale: UInt32
    /// Duration of the longest track in ticks; all ones if unknown.
    package var duration: UInt64
    /// The ID that the next track would get.
    package var nextTrackID: UInt32
    /// The creation time in seconds since 1904 in UTC; 0 if unspecified.
    package var creationTime: UInt64

    /// Creates a movie header.
    package init(timescale: UInt32, duration: UInt64, nextTrackID: UInt32, creationTime: UInt64 = 0) {
        self.timescale = timescale
        self.duration = duration
        self.nextTrackID = nextTrackID
        self.creationTime = creationTime
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let clock = try MediaClock(from: &reader)
        (timescale, duration, creationTime) = (clock.timescale, clock.duration, clock.creationTime)
        try reader.skip(4 + 2 + 2 + 8 + 36 + 24)
        nextTrackID = try reader.u32()
    }

    /// Writes the payload, in version 1 only if the duration needs it.
    package func write(to writer: inout BoxWriter) {
        MediaClock(timescale: timescale, duration: duration, creationTime: creationTime).write(to: &writer)
        writer.u32(0x10000)  // rate 1.0
        writer.u16(0x100)  // volume 1.0
        writer.zeros(2 + 8)
        TransformationMatrix.identity.write(to: &writer)
        writer.zeros(24)
        writer.u32(nextTrackID)
    }
}
