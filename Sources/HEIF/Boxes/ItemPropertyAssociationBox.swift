package import ISOMedia

/// `ipma`: which properties an item has (ISO/IEC 23008-12 9.3).
package struct ItemPropertyAssociationBox: Box {
    /// A property of an item.
    package struct Association: Hashable, Sendable, Encodable {
        /// Place of the property in `ipco`, from 1; 0 for none.
        package var index: UInt16
        /// Whether a reader that does not know the property must not use the item.
        package var isEssential: Bool

        /// Creates an association.
        package init(index: UInt16, isEssential: Bool) {
            self.index = index
            self.isEssential = isEssential
        }
    }

    /// The properties of one item.
    package struct Entry: Hashable, Sendable {
        /// Number of the item.
        package var item: UInt32
        /// Its properties; transformations apply in this order.
        package var associations: [Association]

        /// Creates an entry.
        package init(item: UInt32, associations: [Association]) {
            self.item = item
            self.associations = associations
        }
    }

    /// `ipma`
    package static let type: FourCC = "ipma"
    /// The entries, ascending by item.
    package var entries: [Entry]

    /// Creates a box.
    package init(entries: [Entry]) { self.entries = entries }

    /// Reads the payload. Each number of entries is checked against the bytes that are there.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, flags) = try reader.fullBox(maximumVersion: 1)
        let isWide = flags & 1 == 1
        let count = try reader.count(entryBytes: version == 0 ? 3 : 5)
        entries = []
        for _ in 0..<count {
            let item = version == 0 ? UInt32(try reader.u16()) : try reader.u32()
            var associations: [Association] = []
            for _ in 0..<(try reader.u8()) {
                let value = isWide ? try reader.u16() : UInt16(try reader.u8())
                let mark: UInt16 = isWide ? 0x8000 : 0x80
                associations.append(Association(index: value & (mark - 1), isEssential: value & mark != 0))
            }
            entries.append(Entry(item: item, associations: associations))
        }
    }

    /// Writes the payload; indices of 15 bits only if one is above 127.
    package func write(to writer: inout BoxWriter) {
        let isShort = entries.allSatisfy { $0.item <= UInt16.max }
        let isWide = entries.contains { $0.associations.contains { $0.index > 127 } }
        writer.fullBox(version: isShort ? 0 : 1, flags: isWide ? 1 : 0)
        writer.u32(UInt32(entries.count))
        for entry in entries {
            writer.number(entry.item, isShort: isShort)
            writer.u8(UInt8(entry.associations.count))
            for association in entry.associations {
                if isWide {
                    writer.u16(association.index | (association.isEssential ? 0x8000 : 0))
                } else {
                    writer.u8(UInt8(association.index) | (association.isEssential ? 0x80 : 0))
                }
            }
        }
    }
}
