/// `nmhd`: the media header of tracks that need none (ISO/IEC 14496-12 8.4.5.2).
package struct NullMediaHeaderBox: Box {
    /// `nmhd`
    package static let type: FourCC = "nmhd"

    /// Creates a header.
    package init() {}

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) { _ = try reader.fullBox() }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) { writer.fullBox(version: 0) }
}
