import Media

/// Ticks per second of the keys of a silo: the timescale of its first sample.
struct DecodeTimescale: StoredRecord, Hashable {
    static var version: UInt8 { 1 }

    let ticksPerSecond: Int32

    init(ticksPerSecond: Int32) { self.ticksPerSecond = ticksPerSecond }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        ticksPerSecond = try reader.read(Int32.self)
        guard ticksPerSecond > 0 else { throw .impossible("timescale") }
    }

    func write(to writer: inout RecordWriter) { writer.write(ticksPerSecond) }

    /// The smallest tick that is not before a time.
    func firstKey(notBefore time: MediaTime) -> Int64 {
        let nearest = time.rounded(to: ticksPerSecond)
        return nearest < time && nearest.value < .max ? nearest.value + 1 : nearest.value
    }
}
