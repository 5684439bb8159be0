package import Media

/// `amve`: the ambient viewing environment of the film (ISO/IEC 14496-12 12.1.8), the payload of HEVC SEI 148.
package struct AmbientViewingBox: Box {
    /// `amve`
    package static let type: FourCC = "amve"
    /// The light.
    package var ambient: AmbientViewing

    /// Creates a box.
    package init(_ ambient: AmbientViewing) { self.ambient = ambient }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        let illuminance = try reader.u32()
        let x = try reader.u16()
        ambient = AmbientViewing(illuminance: illuminance, x: x, y: try reader.u16())
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u32(ambient.illuminance)
        writer.u16(ambient.x)
        writer.u16(ambient.y)
    }
}
