/// What `mvhd` and `mdhd` start with: a clock, and how long something lasts by it (ISO/IEC 14496-12 8.2.2, 8.4.2). Of
/// the times of creation and modification before it both are written as the first.
struct MediaClock: Hashable, Sendable {
    /// Ticks per second.
    var timescale: UInt32
    /// Length in ticks; all ones when it is not known.
    var duration: UInt64
    /// Seconds since 1904 in UTC; 0 when that is not said.
    var creationTime: UInt64

    init(timescale: UInt32, duration: UInt64, creationTime: UInt64 = 0) {
        self.timescale = timescale
        self.duration = duration
        self.creationTime = creationTime
    }

    /// Reads it with what a FullBox starts with.
    init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        creationTime = isLarge ? try reader.u64() : UInt64(try reader.u32())
        try reader.skip(isLarge ? 8 : 4)
        timescale = try reader.u32()
        duration = isLarge ? try reader.u64() : UInt64(try reader.u32())
    }

    /// Writes it with what a FullBox starts with, version 1 only when the duration needs it.
    func write(to writer: inout BoxWriter) {
        let isLarge = max(duration, creationTime) > UInt64(UInt32.max)
        writer.fullBox(version: isLarge ? 1 : 0)
        for _ in 0..<2 { if isLarge { writer.u64(creationTime) } else { writer.u32(UInt32(creationTime)) } }
        writer.u32(timescale)
        if isLarge { writer.u64(duration) } else { writer.u32(UInt32(duration)) }
    }
}
