package import ISOMedia

/// `pitm`: the item that a reader shows first (ISO/IEC 14496-12 8.11.4).
package struct PrimaryItemBox: Box {
    /// `pitm`
    package static let type: FourCC = "pitm"
    /// Number of the item, from 1.
    package var item: UInt32

    /// Creates a box.
    package init(item: UInt32) { self.item = item }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, _) = try reader.fullBox(maximumVersion: 1)
        item = version == 0 ? UInt32(try reader.u16()) : try reader.u32()
    }

    /// Writes the payload; version 1 only for a number that needs 32 bits.
    package func write(to writer: inout BoxWriter) {
        let isShort = item <= UInt16.max
        writer.fullBox(version: isShort ? 0 : 1)
        writer.number(item, isShort: isShort)
    }
}
