package import ISOMedia
package import Media

/// The few Exif tags that Granary writes, as the payload of an `Exif` item (ISO/IEC 23008-12 A.2.1; CIPA DC-008).
///
/// The orientation is always 1: `irot` and `imir` turn the image, and a reader that knows both turns it once.
package struct ExifDescription: Hashable, Sendable {
    /// Size of the shown image.
    package var size: PictureSize
    /// The program that made the file.
    package var software: String?
    /// When the film was made, as in `2026:11:28 09:00:00`.
    package var dateTime: String?
    /// What connects a still and its movie: a UUID in upper case, tag 17 of Apple's maker note.
    package var contentIdentifier: String?

    /// Creates a description.
    package init(size: PictureSize) { self.size = size }

    private struct Field {
        let tag: UInt16
        let kind: UInt16
        let count: UInt32
        /// Big-endian; padded to four bytes if shorter.
        let value: [UInt8]
    }

    private static let (ascii, short, long, undefined): (UInt16, UInt16, UInt16, UInt16) = (2, 3, 4, 7)

    /// The payload: the offset of the TIFF header behind this field, the name of the format, and TIFF in big-endian.
    ///
    /// Throws `invalidConfiguration` for an identifier that is not 36 ASCII characters.
    package func payload() throws(MovieError) -> [UInt8] {
        var inner = [Field(tag: 0x9000, kind: Self.undefined, count: 4, value: Array("0232".utf8))]
        if let dateTime { inner.append(Self.text(0x9003, dateTime)) }
        if let contentIdentifier {
            guard contentIdentifier.utf8.count == 36, contentIdentifier.utf8.allSatisfy({ $0 < 128 }) else {
                throw MovieError(.invalidConfiguration, "a content identifier", "it is not a UUID")
            }
            let note = Self.makerNote(contentIdentifier)
            inner.append(Field(tag: 0x927C, kind: Self.undefined, count: UInt32(note.count), value: note))
        }
        inner.append(Self.number(0xA002, size.width))
        inner.append(Self.number(0xA003, size.height))
        var outer = [Field(tag: 0x0112, kind: Self.short, count: 1, value: [0, 1])]
        if let software { outer.append(Self.text(0x0131, software)) }
        if let dateTime { outer.append(Self.text(0x0132, dateTime)) }
        let pointer = Field(tag: 0x8769, kind: Self.long, count: 1, value: [0, 0, 0, 0])
        let first = Self.directory(outer + [pointer], at: 8)
        let place = 8 + first.count
        outer.append(Self.number(0x8769, place))
        var writer = BoxWriter()
        writer.u32(6)
        writer.append("Exif\0\0".utf8)
        writer.append("MM\0*".utf8)
        writer.u32(8)
        writer.append(Self.directory(outer, at: 8))
        writer.append(Self.directory(inner, at: place))
        return writer.bytes
    }

    private static func text(_ tag: UInt16, _ text: String) -> Field {
        let bytes = text.utf8.filter { $0 != 0 } + [0]
        return Field(tag: tag, kind: ascii, count: UInt32(bytes.count), value: bytes)
    }

    private static func number(_ tag: UInt16, _ number: Int) -> Field {
        var writer = BoxWriter()
        writer.u32(UInt32(clamping: number))
        return Field(tag: tag, kind: long, count: 1, value: writer.bytes)
    }

    /// Apple's maker note with tag 17 alone; its offsets count from its own beginning.
    private static func makerNote(_ identifier: String) -> [UInt8] {
        let head = Array("Apple iOS\0\0\u{1}MM".utf8)
        return head + directory([text(17, identifier)], at: head.count)
    }

    /// A directory of TIFF whose first byte is at `start`: entries ascending by tag, then values longer than four bytes
    /// (TIFF 6.0, 2).
    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var (entries, values) = (BoxWriter(), BoxWriter())
        let valueStart = start + 2 + 12 * fields.count + 4
        entries.u16(UInt16(fields.count))
        for field in fields {
            entries.u16(field.tag)
            entries.u16(field.kind)
            entries.u32(field.count)
            if field.value.count <= 4 {
                entries.append(field.value)
                entries.zeros(4 - field.value.count)
            } else {
                entries.u32(UInt32(valueStart + values.bytes.count))
                values.append(field.value)
                // Values begin at even offsets.
                if field.value.count % 2 == 1 { values.u8(0) }
            }
        }
        entries.u32(0)
        return entries.bytes + values.bytes
    }
}
