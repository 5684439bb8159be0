package import ISOMedia

/// `auxC`: what an auxiliary image has, such as alpha or depth (ISO/IEC 23008-12 6.5.8).
package struct AuxiliaryTypeBox: Box {
    /// `auxC`
    package static let type: FourCC = "auxC"
    /// A URN, as in `urn:mpeg:hevc:2015:auxid:1` for alpha.
    package var name: String
    /// Bytes whose meaning depends on the name.
    package var subtypes: [UInt8] = []

    /// Creates a box.
    package init(name: String) { self.name = name }

    /// Reads the payload.
    package init(from reader: inout BoxReader) throws(MovieError) {
        _ = try reader.fullBox()
        name = reader.text()
        subtypes = reader.rest()
    }

    /// Writes the payload.
    package func write(to writer: inout BoxWriter) {
        writer.fullBox(version: 0)
        writer.text(name)
        writer.append(subtypes)
    }
}
