package import ISOMedia

/// `idat`: bytes of items inside the `meta` box (ISO/IEC 14496-12 8.11.11).
package struct ItemDataBox: Box {
    /// `idat`
    package static let type: FourCC = "idat"
    /// The bytes.
    package var bytes: [UInt8]

    /// Creates a box.
    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) { bytes = reader.rest() }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.append(bytes) }
}
