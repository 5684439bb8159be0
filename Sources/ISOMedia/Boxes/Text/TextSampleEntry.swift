/// `text`: the format of QuickTime text, which is used for chapters (Apple, QuickTime File Format, "Text Sample
/// Description").
package enum TextSampleEntry {
    /// Type of the entry.
    package static let format: FourCC = "text"

    /// The entry by which players recognise chapters: nothing of it is shown.
    package static var entry: SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.u32(1)  // display flags: do not scale
        writer.zeros(4)  // justification
        writer.zeros(6)  // background
        writer.zeros(8)  // box
        writer.zeros(8)
        writer.zeros(4)  // font and face
        writer.zeros(3)
        writer.zeros(6)  // foreground
        writer.u8(0)  // name of the font: empty
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }

    /// A sample: a text of at most 65535 bytes after its length, marked as UTF-8. A longer text is cut off between
    /// characters.
    package static func sample(_ text: String) -> [UInt8] {
        var text = text
        while text.utf8.count > Int(UInt16.max) { text.removeLast() }
        var writer = BoxWriter()
        writer.u16(UInt16(text.utf8.count))
        writer.append(text.utf8)
        writer.box("encd") { $0.u32(0x100) }  // kTextEncodingUnicodeDefault and UTF-8
        return writer.bytes
    }
}
