/// `vmhd`: how pictures are composed with others; Granary's replace those below (ISO/IEC 14496-12 12.1.2).
package struct VideoMediaHeaderBox: Box {
    /// `vmhd`
    package static let type: FourCC = "vmhd"
    /// 0 to copy over those below.
    package var graphicsMode: UInt16 = 0

    /// Creates a header that copies.
    package init() {}

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        graphicsMode = try reader.u16()
        try reader.skip(6)
    }

    /// Writes the payload; flags are 1 by definition.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0, flags: 1)
        writer.u16(graphicsMode)
        writer.zeros(6)
    }
}
