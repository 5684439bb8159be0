/// `sync`: the kind of the sync samples (ISO/IEC 14496-15 8.4.4).
package struct SyncSampleEntry: SampleGroupEntry, Encodable {
    /// `sync`
    package static let groupingType: FourCC = "sync"
    /// NAL unit type of their slices, 0 to 63: 19 and 20 IDR, 16 to 18 BLA, 21 CRA.
    package var unitType: UInt8

    /// Creates an entry from the low six bits of a NAL unit type.
    package init(unitType: UInt8) { self.unitType = unitType & 0x3F }

    /// Reads the entry, one byte.
    package init(from reader: inout BoxReader) throws(MovieError) {
        self.init(unitType: try reader.u8())
    }

    /// Writes the entry.
    package func write(to writer: inout BoxWriter) { writer.u8(unitType) }
}
