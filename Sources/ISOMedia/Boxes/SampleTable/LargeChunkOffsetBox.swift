/// `co64`: the offset of each chunk in the file, in 64 bits (ISO/IEC 14496-12 8.7.5).
package struct LargeChunkOffsetBox: Box {
    /// `co64`
    package static let type: FourCC = "co64"
    /// Offsets from the start of the file.
    package var offsets: [UInt64]

    /// Creates a table.
    package init(offsets: [UInt64]) { self.offsets = offsets }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 8)
        offsets = []
        offsets.reserveCapacity(count)
        for _ in 0..<count { offsets.append(try reader.u64()) }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(offsets.count))
        for offset in offsets { writer.u64(offset) }
    }
}
