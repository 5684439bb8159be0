/// `tx3g`: the format of timed text (3GPP TS 26.245 5.16): its position, and its style unless a sample overrides it.
package struct TimedTextSampleEntry: Hashable, Sendable {
    /// Type of the entry.
    package static let format: FourCC = "tx3g"
    /// displayFlags: all samples are forced.
    package static let allForced: UInt32 = 0xC000_0000
    /// displayFlags.
    package var displayFlags: UInt32 = 0
    /// Width of the text box in pixels.
    package var width: Int16
    /// Height of that box.
    package var height: Int16
    /// Height of letters in pixels, 0 to 255.
    package var fontSize: UInt8

    /// Creates a format: white text without a background, centred at the lower edge of a box.
    package init(width: Int16, height: Int16, fontSize: UInt8, isForced: Bool = false) {
        self.width = width
        self.height = height
        self.fontSize = fontSize
        displayFlags = isForced ? Self.allForced : 0
    }

    /// The sample entry after its first eight bytes: from displayFlags to the font table.
    package var configuration: [UInt8] {
        var writer = BoxWriter()
        writer.u32(displayFlags)
        writer.u8(1)  // centred
        writer.u8(0xFF)  // at the lower edge
        writer.zeros(4)  // background: transparent
        writer.zeros(4)
        writer.s16(height)
        writer.s16(width)
        writer.zeros(4)  // the style is that of all characters
        writer.u16(1)  // font
        writer.u8(0)  // upright
        writer.u8(fontSize)
        writer.u32(.max)  // white
        writer.box("ftab") { fonts in
            fonts.u16(1)
            fonts.u16(1)
            let name = "Sans-Serif".utf8
            fonts.u8(UInt8(name.count))
            fonts.append(name)
        }
        return writer.bytes
    }

    /// A sample entry around a configuration.
    package static func entry(_ configuration: [UInt8]) -> SampleDescriptionBox.Entry {
        var writer = BoxWriter()
        writer.zeros(6)
        writer.u16(1)  // data_reference_index
        writer.append(configuration)
        return SampleDescriptionBox.Entry(format: format, payload: writer.bytes)
    }

    /// Reads a configuration. Throws if it is cut off.
    package init(configuration: [UInt8]) throws(MovieError) {
        var reader = BoxReader(Self.format, configuration)
        displayFlags = try reader.u32()
        try reader.skip(2 + 4 + 4)
        height = try reader.s16()
        width = try reader.s16()
        try reader.skip(4 + 2 + 1)
        fontSize = try reader.u8()
        try reader.skip(4)
    }
}
