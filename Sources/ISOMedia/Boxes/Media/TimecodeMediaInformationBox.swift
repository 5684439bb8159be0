/// `tcmi`: the style of a displayed timecode (Apple, QuickTime File Format, "Timecode Media Information Atom").
package struct TimecodeMediaInformationBox: Box {
    /// `tcmi`
    package static let type: FourCC = "tcmi"
    /// Font size in points.
    package var textSize: UInt16 = 12
    /// Name of the font, at most 255 bytes.
    package var fontName = "Lucida Grande"

    /// Creates a box.
    package init() {}

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        try reader.skip(4)
        textSize = try reader.u16()
        try reader.skip(2 + 12)
        let length = Int(try reader.u8())
        guard let name = String(validating: try reader.take(length), as: UTF8.self) else {
            throw reader.damaged("the name of its font is not UTF-8")
        }
        fontName = name
    }

    /// Writes the payload: the system's font, white on black.
    package func write(to writer: inout BoxWriter) {
        let name = fontName.utf8.prefix(255)
        writer.fullBox(version: 0)
        writer.zeros(4)  // font and face
        writer.u16(textSize)
        writer.zeros(2)
        writer.zeros(6)  // colour of the text
        for _ in 0..<3 { writer.u16(0xFFFF) }  // colour behind it
        writer.u8(UInt8(name.count))
        writer.append(name)
    }
}
