/// `data`: the value of a metadata item (Apple, QuickTime File Format, "Data Atom").
package struct MetadataDataBox: Box {
    /// `data`
    package static let type: FourCC = "data"
    /// Type indicator of UTF-8 without a count or a terminator.
    package static let utf8: UInt32 = 1
    /// The type of the value: a number of the well-known types.
    package var typeIndicator: UInt32
    /// Country and language, 0 for none.
    package var locale: UInt32 = 0
    /// The value.
    package var value: [UInt8]

    /// Creates a text value.
    package init(text: String) {
        typeIndicator = Self.utf8
        value = Array(text.utf8)
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        typeIndicator = try reader.u32()
        locale = try reader.u32()
        value = reader.rest()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u32(typeIndicator)
        writer.u32(locale)
        writer.append(value)
    }

    /// The text; nil if the value is not a text.
    package var text: String? { typeIndicator == Self.utf8 ? String(validating: value, as: UTF8.self) : nil }
}
