/// The common start of `mvhd` and `mdhd`: a timescale and a duration (ISO/IEC 14496-12 8.2.2, 8.4.2). The creation time
/// is also written as the modification time.
struct MediaClock: Hashable, Sendable {
    /// Ticks per second.
    var timescale: UInt32
    /// Duration in ticks; all ones if unknown.
    var duration: UInt64
    /// Creation time in seconds since 1904 in UTC; 0 if unspecified.
    var creationTime: UInt64

    init(timescale: UInt32, duration: UInt64, creationTime: UInt64 = 0) {
        self.timescale = timescale
        self.duration = duration
        self.creationTime = creationTime
    }

    /// Reads it with the start of the FullBox.
    init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        creationTime = isLarge ? try reader.u64() : UInt64(try reader.u32())
        try reader.skip(isLarge ? 8 : 4)
        timescale = try reader.u32()
        duration = isLarge ? try reader.u64() : UInt64(try reader.u32())
    }

    /// Writes it with the start of the FullBox, in version 1 only if the duration needs it.
    func write(to writer: inout BoxWriter) {
        let isLarge = max(duration, creationTime) > UInt64(UInt32.max)
        writer.fullBox(version: isLarge ? 1 : 0)
        for _ in 0..<2 { if isLarge { writer.u64(creationTime) } else { writer.u32(UInt32(creationTime)) } }
        writer.u32(timescale)
        if isLarge { writer.u64(duration) } else { writer.u32(UInt32(duration)) }
    }
}
