/// The location of chroma samples in a 4:2:0 picture: chroma_sample_loc_type of ISO/IEC 23008-2 E.3.1, Figure E.1.
package struct ChromaLocation: Hashable, Sendable, Codable {
    /// Type in top fields and in frames, 0 to 5: 0 is left (as MPEG-2), 1 centre, 2 top left (as BT.2020 HDR10).
    package var topField: UInt8
    /// Type in bottom fields, 0 to 5.
    package var bottomField: UInt8

    /// Reads the two types; rejects reserved ones.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        topField = UInt8(try bits.unsigned("chroma_sample_loc_type_top_field", atMost: 5))
        bottomField = UInt8(try bits.unsigned("chroma_sample_loc_type_bottom_field", atMost: 5))
    }
}
