/// `mvhd`: what holds for the whole movie (ISO/IEC 14496-12 8.2.2). Its time of creation is the source's, or 0: no wall
/// clock in the file.
package struct MovieHeaderBox: Box {
    /// `mvhd`
    package static let type: FourCC = "mvhd"
    /// Ticks per second of the movie's own clock.
    package var timescale: UInt32
    /// Length of the longest track in ticks; all ones when it is not known.
    package var duration: UInt64
    /// The id that the next track would take.
    package var nextTrackID: UInt32
    /// When the movie was made, in seconds since 1904 in UTC; 0 when that is not said.
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

    /// Writes the payload, version 1 only when the duration needs it.
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
