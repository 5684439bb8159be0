/// `stss`: the samples at which decoding can start; without it, all of them (ISO/IEC 14496-12 8.6.2).
package struct SyncSampleBox: Box {
    /// `stss`
    package static let type: FourCC = "stss"
    /// Numbers of the samples, ascending from 1.
    package var samples: [UInt32]

    /// Creates a table.
    package init(samples: [UInt32]) { self.samples = samples }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        let count = try reader.count(entryBytes: 4)
        samples = []
        samples.reserveCapacity(count)
        for _ in 0..<count { samples.append(try reader.u32()) }
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u32(UInt32(samples.count))
        for sample in samples { writer.u32(sample) }
    }
}
