package import ISOMedia

/// `irot`: a turn by quarters before the image is shown (ISO/IEC 23008-12 6.5.10).
package struct ImageRotationBox: Box {
    /// `irot`
    package static let type: FourCC = "irot"
    /// Quarters anticlockwise, 0 to 3.
    package var quarters: UInt8

    /// Creates a box. Precondition: 0 to 3 quarters.
    package init(quarters: UInt8) {
        precondition(quarters < 4, "four quarters are none")
        self.quarters = quarters
    }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) { quarters = try reader.u8() & 3 }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.u8(quarters) }
}
