extension NALUnitFraming {
    /// A length-prefixed sample with NAL units inserted before its first slice: after those that must come first in an
    /// access unit, such as the delimiter and the SEI of the buffering period (ISO/IEC 23008-2 7.4.2.4.4), and before
    /// the others.
    ///
    /// Throws `missing` if the sample has no slice of the base layer.
    package static func inserting(_ units: [[UInt8]], intoSample sample: RawSpan) throws(BitstreamError) -> [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(sample.byteCount + units.reduce(0) { $0 + NALUnitCursor.lengthByteCount + $1.count })
        var isInserted = false
        var cursor = NALUnitCursor()
        while let range = try cursor.next(in: sample) {
            let unit = sample.extracting(range)
            let header = try NALUnitHeader(unit)
            if header.type.isSlice, header.layerID == 0, !isInserted {
                for unit in units { unit.withRawSpan { appendUnit($0, to: &whole) } }
                isInserted = true
            }
            appendUnit(unit, to: &whole)
        }
        guard isInserted else { throw BitstreamError(.missing, "slice_segment_layer", "the sample has no slice") }
        return whole
    }
}
