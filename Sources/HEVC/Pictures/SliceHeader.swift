/// The beginning of a slice segment header (ISO/IEC 23008-2 7.3.6.1): the kind of slice, its picture and, on request,
/// its references.
package struct SliceHeader: Hashable, Sendable {
    /// The parameter sets that are necessary to read a slice header.
    package struct Context: Hashable, Sendable {
        /// The active sequence parameter set.
        package var sequence: SequenceParameterSet
        /// The active picture parameter set.
        package var picture: PictureParameterSet

        /// Creates a context.
        package init(sequence: SequenceParameterSet, picture: PictureParameterSet) {
            self.sequence = sequence
            self.picture = picture
        }
    }

    /// NAL unit header of the slice.
    package var unit: NALUnitHeader
    /// first_slice_segment_in_pic_flag.
    package var isFirstInPicture: Bool
    /// slice_pic_parameter_set_id, 0 to 63.
    package var pictureParameterSetID: UInt8
    /// slice_segment_address in coding tree blocks; 0 for the first.
    package var address: Int
    /// Slice type; nil for a dependent slice segment, which uses that of the previous one.
    package var type: SliceType?
    /// slice_pic_order_cnt_lsb; 0 for IDR, nil for a dependent slice segment.
    package var orderCount: Int?
    /// pic_output_flag: whether the picture is output.
    package var isOutput = true
    /// The references of the slice; nil if they were not requested, and for a dependent slice segment.
    package var references: SliceReferences?

    /// More than the longest header needs up to the picture order count, emulation prevention included.
    private static let prefixLimit = 48
    /// More than the longest header needs up to collocated_ref_idx: sixteen pictures of at most nine bytes each, and
    /// the lists.
    private static let referencesLimit = 512

    /// slice_pic_parameter_set_id of a slice, which identifies the parameter sets for its header.
    package static func pictureParameterSetID(ofUnit bytes: RawSpan) throws(BitstreamError) -> UInt8 {
        let type = try NALUnitHeader(bytes).type
        let body = bytes.extracting(droppingFirst: NALUnitHeader.byteCount)
        var bits = BitReader(EmulationPrevention.removed(from: body, limit: 8))
        try bits.skip(type.isIRAP ? 2 : 1, "first_slice_segment_in_pic_flag")
        return UInt8(try bits.unsigned("slice_pic_parameter_set_id", atMost: 63))
    }

    /// Reads a slice with its NAL unit header: with `readsReferences` up to collocated_ref_idx, else up to the order
    /// count.
    package init(unit bytes: RawSpan, context: Context, readsReferences: Bool = false) throws(BitstreamError) {
        unit = try NALUnitHeader(bytes)
        guard unit.type.isSlice else {
            throw BitstreamError(.invalid, "nal_unit_type", "\(unit.type.rawValue) is not a slice segment")
        }
        let body = bytes.extracting(droppingFirst: NALUnitHeader.byteCount)
        let limit = readsReferences ? SliceHeader.referencesLimit : SliceHeader.prefixLimit
        var bits = BitReader(EmulationPrevention.removed(from: body, limit: limit))
        isFirstInPicture = try bits.flag("first_slice_segment_in_pic_flag")
        if unit.type.isIRAP { try bits.skip(1, "no_output_of_prior_pics_flag") }
        pictureParameterSetID = UInt8(try bits.unsigned("slice_pic_parameter_set_id", atMost: 63))
        guard pictureParameterSetID == context.picture.id else {
            throw BitstreamError(
                .missing,
                "slice_pic_parameter_set_id",
                "picture parameter set \(pictureParameterSetID) is missing"
            )
        }
        address = 0
        var isDependent = false
        if !isFirstInPicture {
            if context.picture.allowsDependentSlices {
                isDependent = try bits.flag("dependent_slice_segment_flag")
            }
            let blocks = context.sequence.codingTreeBlocks
            let width = blocks > 1 ? Int.bitWidth - (blocks - 1).leadingZeroBitCount : 0
            address = Int(try bits.bits(width, "slice_segment_address"))
        }
        guard !isDependent else { return }
        try bits.skip(context.picture.extraSliceHeaderBits, "slice_reserved_flag")
        let code = UInt8(try bits.unsigned("slice_type", atMost: 2))
        type = SliceType(rawValue: code)
        if context.picture.hasOutputFlag { isOutput = try bits.flag("pic_output_flag") }
        if context.sequence.hasSeparateColourPlanes { try bits.skip(2, "colour_plane_id") }
        orderCount =
            unit.type.isIDR
            ? 0 : Int(try bits.bits(context.sequence.orderCountBits, "slice_pic_order_cnt_lsb"))
        guard readsReferences, let type else { return }
        references = try SliceReferences(&bits, type: type, isIDR: unit.type.isIDR, context: context)
    }
}
