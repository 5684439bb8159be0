package import ISOMedia

/// `iinf`: the items of a file (ISO/IEC 14496-12 8.11.6).
package struct ItemInformationBox: Box {
    /// `iinf`
    package static let type: FourCC = "iinf"
    /// The items in the order of the file.
    package var entries: [ItemEntryBox]

    /// Creates a box.
    package init(entries: [ItemEntryBox]) { self.entries = entries }

    /// Reads the payload. The number of entries is checked against the bytes that are there.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, _) = try reader.fullBox(maximumVersion: 1)
        let count = version == 0 ? Int(try reader.u16()) : Int(try reader.u32())
        guard count <= reader.remaining / 20 else {
            throw reader.damaged("\(count) entries do not fit into \(reader.remaining) bytes")
        }
        entries = []
        for _ in 0..<count {
            guard let child = try reader.child() else { throw reader.damaged("an entry is missing") }
            guard child.type == ItemEntryBox.type else {
                throw reader.damaged("the box '\(child.type)' is where an entry should be")
            }
            entries.append(try ItemEntryBox(payload: child.payload))
        }
    }

    /// Writes the payload; version 1 only for more than 65535 entries.
    package func write(to writer: inout BoxWriter) {
        let isShort = entries.count <= Int(UInt16.max)
        writer.fullBox(version: isShort ? 0 : 1)
        writer.number(UInt32(entries.count), isShort: isShort)
        for entry in entries { writer.box(entry) }
    }
}
