package import ISOMedia

/// `infe`: what one item is (ISO/IEC 14496-12 8.11.6), in the versions that name its type.
package struct ItemEntryBox: Box, Encodable {
    /// `infe`
    package static let type: FourCC = "infe"
    /// Number of the item, from 1.
    package var item: UInt32
    /// Index of its protection; 0 for none.
    package var protection: UInt16 = 0
    /// `hvc1`, `grid`, `Exif`, `mime`, ...
    package var kind: FourCC
    /// A name for people; usually empty.
    package var name: String
    /// MIME type of a `mime` item; nil for all others.
    package var contentType: String?
    /// Whether readers do not show the item by itself (ISO/IEC 23008-12 6.4.2).
    package var isHidden: Bool

    /// Creates an entry.
    package init(item: UInt32, kind: FourCC, name: String = "", contentType: String? = nil, isHidden: Bool = false) {
        self.item = item
        self.kind = kind
        self.name = name
        self.contentType = contentType
        self.isHidden = isHidden
    }

    /// Reads the payload. Versions 0 and 1, which name no type, are refused.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let (version, flags) = try reader.fullBox(maximumVersion: 3)
        guard version >= 2 else { throw reader.damaged("version \(version) does not say what the item is") }
        isHidden = flags & 1 == 1
        item = version == 2 ? UInt32(try reader.u16()) : try reader.u32()
        protection = try reader.u16()
        kind = try reader.fourCC()
        name = reader.text()
        contentType = kind == "mime" ? reader.text() : nil
    }

    /// Writes the payload; version 3 only for a number that needs 32 bits.
    package func write(to writer: inout BoxWriter) {
        let isShort = item <= UInt16.max
        writer.fullBox(version: isShort ? 2 : 3, flags: isHidden ? 1 : 0)
        writer.number(item, isShort: isShort)
        writer.u16(protection)
        writer.fourCC(kind)
        writer.text(name)
        if kind == "mime" { writer.text(contentType ?? "") }
    }
}
