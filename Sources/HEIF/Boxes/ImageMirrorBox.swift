package import ISOMedia

/// `imir`: a mirror before the image is shown (ISO/IEC 23008-12 6.5.12).
package struct ImageMirrorBox: Box {
    /// `imir`
    package static let type: FourCC = "imir"
    /// Whether left and right change places, by axis 1; with axis 0 top and bottom do.
    package var swapsLeftAndRight: Bool

    /// Creates a box.
    package init(swapsLeftAndRight: Bool) { self.swapsLeftAndRight = swapsLeftAndRight }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) { swapsLeftAndRight = try reader.u8() & 1 == 1 }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.u8(swapsLeftAndRight ? 1 : 0) }
}
