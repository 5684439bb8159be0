package import Media

/// `pasp`: width to height of a pixel (ISO/IEC 14496-12 12.1.4).
package struct PixelAspectBox: Box {
    /// `pasp`
    package static let type: FourCC = "pasp"
    /// The ratio.
    package var aspect: PixelAspect

    /// Creates a box.
    package init(_ aspect: PixelAspect) { self.aspect = aspect }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let horizontal = try reader.u32()
        aspect = PixelAspect(horizontal: horizontal, vertical: try reader.u32())
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u32(aspect.horizontal)
        writer.u32(aspect.vertical)
    }
}
