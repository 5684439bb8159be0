/// `©xyz`: the recording location of a film in user data, as cameras write it: a text of ISO 6709 after its length and
/// language (Apple, QuickTime File Format, "User Data Text Strings and Language Codes").
package struct LocationBox: Box {
    /// `©xyz`
    package static let type = FourCC(rawValue: 0xA978_797A)
    /// The place, at most 65535 bytes of UTF-8.
    package var text: String
    /// Packed language.
    package var language: UInt16 = PackedLanguage.undetermined

    /// Creates a box; nil if the text is too long.
    package init?(text: String) {
        guard text.utf8.count <= Int(UInt16.max) else { return nil }
        self.text = text
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let length = Int(try reader.u16())
        language = try reader.u16()
        guard let text = String(validating: try reader.take(length), as: UTF8.self) else {
            throw reader.damaged("its text is not UTF-8")
        }
        self.text = text
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u16(UInt16(text.utf8.count))
        writer.u16(language)
        writer.append(text.utf8)
    }
}
