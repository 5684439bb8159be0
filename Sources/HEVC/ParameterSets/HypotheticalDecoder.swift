/// hrd_parameters() of ISO/IEC 23008-2 E.2.2: read for its length, and for where it speaks of which sub-layer.
struct HypotheticalDecoder: Hashable, Sendable {
    /// nal_hrd_parameters_present_flag.
    private var hasNAL = false
    /// vcl_hrd_parameters_present_flag.
    private var hasVCL = false
    /// sub_pic_hrd_params_present_flag.
    private var hasSubPictures = false

    /// Passes over a structure for `subLayers` sub-layers (1 to 7), and says where each sub-layer's part lies, in bits.
    /// Without common information that of the structure before holds.
    mutating func pass(
        _ bits: inout BitReader,
        hasCommonInformation: Bool,
        subLayers: Int
    ) throws(BitstreamError) -> [Range<Int>] {
        if hasCommonInformation { try readCommonInformation(&bits) }
        var parts: [Range<Int>] = []
        for _ in 0..<subLayers {
            let start = bits.position
            try passSubLayer(&bits)
            parts.append(start..<bits.position)
        }
        return parts
    }

    private mutating func readCommonInformation(_ bits: inout BitReader) throws(BitstreamError) {
        hasNAL = try bits.flag("nal_hrd_parameters_present_flag")
        hasVCL = try bits.flag("vcl_hrd_parameters_present_flag")
        hasSubPictures = false
        guard hasNAL || hasVCL else { return }
        hasSubPictures = try bits.flag("sub_pic_hrd_params_present_flag")
        if hasSubPictures { try bits.skip(8 + 5 + 1 + 5, "sub_pic_hrd_params") }
        try bits.skip(4 + 4, "bit_rate_scale")
        if hasSubPictures { try bits.skip(4, "cpb_size_du_scale") }
        try bits.skip(5 + 5 + 5, "initial_cpb_removal_delay_length_minus1")
    }

    private func passSubLayer(_ bits: inout BitReader) throws(BitstreamError) {
        let isFixed = try bits.flag("fixed_pic_rate_general_flag")
        // Inferred to be 1 when the general flag is (E.3.2).
        let isFixedInSequence = isFixed ? true : try bits.flag("fixed_pic_rate_within_cvs_flag")
        var isLowDelay = false
        if isFixedInSequence {
            _ = try bits.unsigned("elemental_duration_in_tc_minus1", atMost: 2047)
        } else {
            isLowDelay = try bits.flag("low_delay_hrd_flag")
        }
        let buffers = isLowDelay ? 1 : try bits.unsigned("cpb_cnt_minus1", atMost: 31) + 1
        for _ in 0..<((hasNAL ? 1 : 0) + (hasVCL ? 1 : 0)) * buffers {
            _ = try bits.unsigned("bit_rate_value_minus1")
            _ = try bits.unsigned("cpb_size_value_minus1")
            if hasSubPictures {
                _ = try bits.unsigned("cpb_size_du_value_minus1")
                _ = try bits.unsigned("bit_rate_du_value_minus1")
            }
            _ = try bits.flag("cbr_flag")
        }
    }
}
