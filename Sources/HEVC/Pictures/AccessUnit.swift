/// The properties of a length-prefixed sample that an MP4 needs: one coded picture of the base layer.
package struct AccessUnit: Hashable, Sendable {
    /// NAL unit type of its slices; all slices of a picture share it (ISO/IEC 23008-2 7.4.2.2).
    package var nalUnitType: NALUnitType
    /// TemporalId of its slices, 0 to 6.
    package var temporalID: UInt8
    /// Number of slice segments, at least 1.
    package var sliceCount: Int
    /// Whether all of its slices are intra; known for IRAP pictures, for others only with a context.
    package var isIntra: Bool?
    /// Whether any of its NAL units is a parameter set, which an `hvc1` track does not allow.
    package var holdsParameterSets: Bool

    /// True for an IDR picture.
    package var isIDR: Bool { nalUnitType.isIDR }
    /// True for a picture at which decoding can start.
    package var isIRAP: Bool { nalUnitType.isIRAP }
    /// True if no later picture of the same sub-layer refers to it. So it is disposable only in the highest sub-layer:
    /// pictures of higher sub-layers may refer to it.
    package var isSubLayerNonReference: Bool { nalUnitType.isSubLayerNonReference }

    /// Reads the headers of a sample's NAL units. With a context the slice headers are read too, to recognise pictures
    /// that are intra but not random access points.
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
