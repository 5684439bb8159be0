/// What `mvhd` and `mdhd` start with: a clock, and how long something lasts by it (ISO/IEC 14496-12 8.2.2, 8.4.2). The times of
/// creation and modification before it are passed over, and written as 0: no wall clock in the file.
struct MediaClock: Hashable, Sendable {
    /// Ticks per second.
    var timescale: UInt32
    /// Length in ticks; all ones when it is not known.
    var duration: UInt64

    init(timescale: UInt32, duration: UInt64) {
        self.timescale = timescale
        self.duration = duration
    }

    /// Reads it with what a FullBox starts with.
    init(from reader: inout BoxReader) throws(MovieError) {
        let isLarge = try reader.fullBox(maximumVersion: 1).version == 1
        try reader.skip(isLarge ? 16 : 8)
        timescale = try reader.u32()
        duration = isLarge ? try reader.u64() : UInt64(try reader.u32())
    }

    /// Writes it with what a FullBox starts with, version 1 only when the duration needs it.
    func write(to writer: inout BoxWriter) {
        let isLarge = duration > UInt64(UInt32.max)
        writer.fullBox(version: isLarge ? 1 : 0)
        writer.zeros(isLarge ? 16 : 8)
        writer.u32(timescale)
        if isLarge { writer.u64(duration) } else { writer.u32(UInt32(duration)) }
    }
}
