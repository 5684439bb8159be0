/// What a length-prefixed sample holds, as an MP4 wants to know it: one coded picture of the base layer.
package struct AccessUnit: Hashable, Sendable {
    /// NAL unit type of its slices; all slices of a picture share it (ISO/IEC 23008-2 7.4.2.2).
    package var nalUnitType: NALUnitType
    /// TemporalId of its slices, 0 to 6.
    package var temporalID: UInt8
    /// Number of slice segments, at least 1.
    package var sliceCount: Int
    /// Whether all of its slices are intra; known for IRAP pictures, for others only with a context.
    package var isIntra: Bool?
    /// Whether any of its units is a parameter set, which an `hvc1` track does not allow.
    package var holdsParameterSets: Bool

    /// True for an IDR picture.
    package var isIDR: Bool { nalUnitType.isIDR }
    /// True for a picture at which decoding can start.
    package var isIRAP: Bool { nalUnitType.isIRAP }
    /// True when no later picture of the same sub-layer needs it. That makes it disposable in the highest sub-layer
    /// only: pictures of higher sub-layers may use it.
    package var isSubLayerNonReference: Bool { nalUnitType.isSubLayerNonReference }

    /// Reads the headers of a sample's units. With a context the slice headers are read too, so that pictures which are
    /// intra without being random access points are known as such.
    package init(sample: RawSpan, context: SliceHeader.Context? = nil) throws(BitstreamError) {
        var picture: NALUnitHeader?
        var slices = 0
        var isIntra = true
        var holdsParameterSets = false
        var units = NALUnitCursor()
        while let range = try units.next(in: sample) {
            let unit = sample.extracting(range)
            let header = try NALUnitHeader(unit)
            if header.type.isParameterSet { holdsParameterSets = true }
            guard header.type.isSlice, header.layerID == 0 else { continue }
            if let picture, picture != header {
                throw BitstreamError(
                    .invalid,
                    "nal_unit_header",
                    "slices of types \(picture.type.rawValue) and \(header.type.rawValue) share a sample"
                )
            }
            picture = header
            slices += 1
            if let context {
                let slice = try SliceHeader(unit: unit, context: context)
                if slice.isFirstInPicture != (slices == 1) {
                    throw BitstreamError(
                        .invalid,
                        "first_slice_segment_in_pic_flag",
                        "slice segment \(slices) of the sample is \(slices == 1 ? "not " : "")the first of a picture"
                    )
                }
                if let type = slice.type, type != .intra { isIntra = false }
            }
        }
        guard let picture else { throw BitstreamError(.missing, "slice_segment_layer", "the sample has no slice") }
        nalUnitType = picture.type
        temporalID = picture.temporalID
        sliceCount = slices
        self.isIntra = picture.type.isIRAP ? true : context == nil ? nil : isIntra
        self.holdsParameterSets = holdsParameterSets
    }
}
