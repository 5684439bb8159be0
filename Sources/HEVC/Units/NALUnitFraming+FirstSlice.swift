extension NALUnitFraming {
    /// The header of the first slice of the base layer in a length-prefixed sample: type and TemporalId of its picture.
    /// Throws `missing` if there is none.
    package static func firstSlice(ofSample sample: RawSpan) throws(BitstreamError) -> NALUnitHeader {
        var cursor = NALUnitCursor()
        while let range = try cursor.next(in: sample) {
            let header = try NALUnitHeader(sample.extracting(range))
            if header.type.isSlice, header.layerID == 0 { return header }
        }
        throw BitstreamError(.missing, "slice_segment_layer", "the sample has no slice")
    }
}
