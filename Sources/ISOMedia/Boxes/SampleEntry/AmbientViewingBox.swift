/// `amve`: the light around the viewer for which the film was made (ISO/IEC 14496-12 12.1.8), the payload of HEVC SEI 148.
package struct AmbientViewingBox: Box, Encodable {
    /// `amve`
    package static let type: FourCC = "amve"
    /// ambient_illuminance, in steps of 0.0001 lux.
    package var illuminance: UInt32
    /// CIE 1931 x of the light times 50000.
    package var x: UInt16
    /// CIE 1931 y of the light times 50000.
    package var y: UInt16

    /// Creates a box from coded values.
    package init(illuminance: UInt32, x: UInt16, y: UInt16) {
        self.illuminance = illuminance
        self.x = x
        self.y = y
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        illuminance = try reader.u32()
        x = try reader.u16()
        y = try reader.u16()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.u32(illuminance)
        writer.u16(x)
        writer.u16(y)
    }
}
