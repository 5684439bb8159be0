package import Media

/// A sequence parameter set: ISO/IEC 23008-2 7.3.2.2, up to the video usability information.
@dynamicMemberLookup
package struct SequenceParameterSet: Hashable, Sendable {
    /// sps_video_parameter_set_id, 0 to 15.
    package var videoParameterSetID: UInt8
    /// The temporal sub-layers that it declares.
    package var subLayerDescription: SubLayerDescription
    /// sps_seq_parameter_set_id, 0 to 15.
    package var id: UInt8
    /// chroma_format_idc: 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    package var chromaFormat: UInt8
    /// separate_colour_plane_flag.
    package var hasSeparateColourPlanes = false
    /// Size of the coded picture, a multiple of the coding block size.
    package var codedSize: PictureSize
    /// The part of it that is shown.
    package var window = ConformanceWindow()
    /// Bits per luma sample, 8 to 16.
    package var lumaBitDepth: UInt8
    /// Bits per chroma sample, 8 to 16.
    package var chromaBitDepth: UInt8
    /// Bits of slice_pic_order_cnt_lsb, 4 to 16.
    package var orderCountBits: Int
    /// Base-2 logarithm of the coding tree block size, 4 to 6.
    package var codingTreeBits: Int
    /// The reference picture sets to which slices refer by number.
    package var shortTermReferences: [ShortTermReferences] = []
    /// sample_adaptive_offset_enabled_flag.
    package var usesAdaptiveOffset = false
    /// long_term_ref_pics_present_flag.
    package var allowsLongTermReferences = false
    /// The long-term pictures to which slices refer by number, at most 32.
    package var longTermReferences: [LongTermReference] = []
    /// sps_temporal_mvp_enabled_flag.
    package var usesTemporalMotionVectors: Bool
    /// Usability information, if there is any.
    package var usability: VideoUsability?

    /// Size of the picture that is shown.
    package var size: PictureSize {
        PictureSize(
            width: codedSize.width - window.left - window.right,
            height: codedSize.height - window.top - window.bottom
        )
    }

    /// Coding tree blocks of a picture (PicSizeInCtbsY).
    package var codingTreeBlocks: Int {
        let block = 1 << codingTreeBits
        return ((codedSize.width + block - 1) / block) * ((codedSize.height + block - 1) / block)
    }

    /// ChromaArrayType: 0 if a slice has no chroma, else as `chromaFormat`.
    package var chromaArrayType: UInt8 { hasSeparateColourPlanes ? 0 : chromaFormat }

    /// Temporal sub-layers, 1 to 7.
    package var subLayers: Int { subLayerDescription.count }

    /// A property of its temporal sub-layers.
    package subscript<Value>(dynamicMember field: WritableKeyPath<SubLayerDescription, Value>) -> Value {
        get { subLayerDescription[keyPath: field] }
        set { subLayerDescription[keyPath: field] = newValue }
    }

    /// Reads a NAL unit with its header.
    package init(unit: RawSpan) throws(BitstreamError) { self = try SequenceParameterSet.reading(unit: unit).set }

    /// Reads a NAL unit with its header, and the positions of its sub-layer fields.
    static func reading(unit: RawSpan) throws(BitstreamError) -> (set: SequenceParameterSet, sites: ParameterSetSites) {
        var bits = try BitReader(unit: unit, of: .sps)
        var sites = ParameterSetSites()
        let set = try SequenceParameterSet(&bits, &sites)
        sites.end = bits.position
        return (set, sites)
    }

    private init(_ bits: inout BitReader, _ sites: inout ParameterSetSites) throws(BitstreamError) {
        videoParameterSetID = UInt8(try bits.bits(4, "sps_video_parameter_set_id"))
        sites.count = bits.position..<(bits.position + 4)
        let subLayers = Int(try bits.bits(3, "sps_max_sub_layers_minus1")) + 1
        guard subLayers <= 7 else {
            throw BitstreamError(.invalid, "sps_max_sub_layers_minus1", "there are at most 7 sub-layers")
        }
        let isNested = try bits.flag("sps_temporal_id_nesting_flag")
        var start = bits.position
        let profileTierLevel = try ProfileTierLevel(&bits, subLayers: subLayers)
        var layers = SubLayerDescription(
            isTemporalIDNested: isNested,
            profileTierLevel: profileTierLevel,
            ordering: []
        )
        sites.profileTierLevel = start..<bits.position
        id = UInt8(try bits.unsigned("sps_seq_parameter_set_id", atMost: 15))
        chromaFormat = UInt8(try bits.unsigned("chroma_format_idc", atMost: 3))
        if chromaFormat == 3 { hasSeparateColourPlanes = try bits.flag("separate_colour_plane_flag") }
        // 8192 x 4320 is the largest picture of level 6.2. One side may be up to 8 times as long as the other.
        let width = try bits.unsigned("pic_width_in_luma_samples", atMost: 32768)
        codedSize = PictureSize(width: width, height: try bits.unsigned("pic_height_in_luma_samples", atMost: 32768))
        if try bits.flag("conformance_window_flag") {
            window = try ConformanceWindow(
                &bits,
                unitWidth: chromaFormat == 1 || chromaFormat == 2 ? 2 : 1,
                unitHeight: chromaFormat == 1 ? 2 : 1
            )
        }
        lumaBitDepth = UInt8(try bits.unsigned("bit_depth_luma_minus8", atMost: 8)) + 8
        chromaBitDepth = UInt8(try bits.unsigned("bit_depth_chroma_minus8", atMost: 8)) + 8
        orderCountBits = try bits.unsigned("log2_max_pic_order_cnt_lsb_minus4", atMost: 12) + 4
        start = bits.position
        try layers.readOrdering(&bits)
        subLayerDescription = layers
        sites.ordering = start..<bits.position
        let codingBlockBits = try bits.unsigned("log2_min_luma_coding_block_size_minus3", atMost: 3) + 3
        codingTreeBits = codingBlockBits + (try bits.unsigned("log2_diff_max_min_luma_coding_block_size", atMost: 3))
        guard codingTreeBits >= 4, codingTreeBits <= 6 else {
            throw BitstreamError(.invalid, "CtbLog2SizeY", "\(codingTreeBits) is not 4, 5 or 6")
        }
        usesTemporalMotionVectors = false
        try readTools(&bits)
        if try bits.flag("vui_parameters_present_flag") {
            usability = try VideoUsability(&bits, subLayers: subLayers, sites: &sites)
        }
        guard size.width > 0, size.height > 0 else {
            throw BitstreamError(.invalid, "conformance_window", "it removes all of \(codedSize)")
        }
    }

    /// From log2_min_luma_transform_block_size_minus2 to strong_intra_smoothing_enabled_flag.
    private mutating func readTools(_ bits: inout BitReader) throws(BitstreamError) {
        _ = try bits.unsigned("log2_min_luma_transform_block_size_minus2", atMost: 3)
        _ = try bits.unsigned("log2_diff_max_min_luma_transform_block_size", atMost: 3)
        _ = try bits.unsigned("max_transform_hierarchy_depth_inter", atMost: 4)
        _ = try bits.unsigned("max_transform_hierarchy_depth_intra", atMost: 4)
        if try bits.flag("scaling_list_enabled_flag"), try bits.flag("sps_scaling_list_data_present_flag") {
            try ScalingLists.skip(&bits)
        }
        try bits.skip(1, "amp_enabled_flag")
        usesAdaptiveOffset = try bits.flag("sample_adaptive_offset_enabled_flag")
        if try bits.flag("pcm_enabled_flag") {
            try bits.skip(4 + 4, "pcm_sample_bit_depth_luma_minus1")
            _ = try bits.unsigned("log2_min_pcm_luma_coding_block_size_minus3", atMost: 2)
            _ = try bits.unsigned("log2_diff_max_min_pcm_luma_coding_block_size", atMost: 2)
            try bits.skip(1, "pcm_loop_filter_disabled_flag")
        }
        let sets = try bits.unsigned("num_short_term_ref_pic_sets", atMost: 64)
        for _ in 0..<sets {
            shortTermReferences.append(try ShortTermReferences(&bits, earlier: shortTermReferences))
        }
        allowsLongTermReferences = try bits.flag("long_term_ref_pics_present_flag")
        if allowsLongTermReferences {
            for _ in 0..<(try bits.unsigned("num_long_term_ref_pics_sps", atMost: 32)) {
                longTermReferences.append(try LongTermReference(&bits, orderCountBits: orderCountBits))
            }
        }
        usesTemporalMotionVectors = try bits.flag("sps_temporal_mvp_enabled_flag")
        try bits.skip(1, "strong_intra_smoothing_enabled_flag")
    }
}
