/// `gmin`: the base media header of tracks that are neither video nor audio (Apple, QuickTime File Format, "Base Media
/// Info Atom").
package struct BaseMediaInformationBox: Box {
    /// `gmin`
    package static let type: FourCC = "gmin"
    /// The graphics mode: 0x40, dither copy, as QuickTime itself writes.
    package var graphicsMode: UInt16 = 0x40
    /// Colour of the mode: red, green and blue.
    package var colour: [UInt16] = [0x8000, 0x8000, 0x8000]

    /// Creates a header.
    package init() {}

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        graphicsMode = try reader.u16()
        colour = [try reader.u16(), try reader.u16(), try reader.u16()]
        try reader.skip(4)
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.u16(graphicsMode)
        for part in colour { writer.u16(part) }
        writer.zeros(4)
    }
}
