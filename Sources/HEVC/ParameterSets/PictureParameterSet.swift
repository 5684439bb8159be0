/// A picture parameter set: ISO/IEC 23008-2 7.3.2.3, up to the flags of its extensions.
package struct PictureParameterSet: Hashable, Sendable {
    /// pps_pic_parameter_set_id, 0 to 63.
    package var id: UInt8
    /// pps_seq_parameter_set_id, 0 to 15.
    package var sequenceParameterSetID: UInt8
    /// dependent_slice_segments_enabled_flag.
    package var allowsDependentSlices: Bool
    /// output_flag_present_flag.
    package var hasOutputFlag: Bool
    /// num_extra_slice_header_bits, 0 to 7.
    package var extraSliceHeaderBits: Int
    /// num_ref_idx_l0_default_active_minus1 + 1 and the same of the second list, 1 to 15.
    package var defaultActiveReferences: [Int]
    /// cabac_init_present_flag.
    package var hasCABACInit: Bool
    /// lists_modification_present_flag.
    package var allowsListModification: Bool
    /// pps_scc_extension_flag: slices may refer to their own picture.
    package var hasScreenContentExtension = false
    /// tiles_enabled_flag.
    package var usesTiles: Bool
    /// entropy_coding_sync_enabled_flag: wavefronts.
    package var usesWavefronts: Bool

    /// Reads a NAL unit with its header.
    package init(unit: RawSpan) throws(BitstreamError) {
        var bits = try BitReader(unit: unit, of: .pps)
        id = UInt8(try bits.unsigned("pps_pic_parameter_set_id", atMost: 63))
        sequenceParameterSetID = UInt8(try bits.unsigned("pps_seq_parameter_set_id", atMost: 15))
        allowsDependentSlices = try bits.flag("dependent_slice_segments_enabled_flag")
        hasOutputFlag = try bits.flag("output_flag_present_flag")
        extraSliceHeaderBits = Int(try bits.bits(3, "num_extra_slice_header_bits"))
        try bits.skip(1, "sign_data_hiding_enabled_flag")
        hasCABACInit = try bits.flag("cabac_init_present_flag")
        let firstList = try bits.unsigned("num_ref_idx_l0_default_active_minus1", atMost: 14) + 1
        let secondList = try bits.unsigned("num_ref_idx_l1_default_active_minus1", atMost: 14) + 1
        defaultActiveReferences = [firstList, secondList]
        _ = try bits.signed("init_qp_minus26")
        try bits.skip(2, "constrained_intra_pred_flag")
        if try bits.flag("cu_qp_delta_enabled_flag") { _ = try bits.unsigned("diff_cu_qp_delta_depth", atMost: 3) }
        _ = try bits.signed("pps_cb_qp_offset")
        _ = try bits.signed("pps_cr_qp_offset")
        try bits.skip(4, "pps_slice_chroma_qp_offsets_present_flag")
        usesTiles = try bits.flag("tiles_enabled_flag")
        usesWavefronts = try bits.flag("entropy_coding_sync_enabled_flag")
        if usesTiles { try PictureParameterSet.skipTiles(&bits) }
        try bits.skip(1, "pps_loop_filter_across_slices_enabled_flag")
        if try bits.flag("deblocking_filter_control_present_flag") {
            try bits.skip(1, "deblocking_filter_override_enabled_flag")
            if !(try bits.flag("pps_deblocking_filter_disabled_flag")) {
                _ = try bits.signed("pps_beta_offset_div2")
                _ = try bits.signed("pps_tc_offset_div2")
            }
        }
        if try bits.flag("pps_scaling_list_data_present_flag") { try ScalingLists.skip(&bits) }
        allowsListModification = try bits.flag("lists_modification_present_flag")
        _ = try bits.unsigned("log2_parallel_merge_level_minus2", atMost: 4)
        try bits.skip(1, "slice_segment_header_extension_present_flag")
        guard try bits.flag("pps_extension_present_flag") else { return }
        try bits.skip(3, "pps_range_extension_flag")
        hasScreenContentExtension = try bits.flag("pps_scc_extension_flag")
    }

    private static func skipTiles(_ bits: inout BitReader) throws(BitstreamError) {
        // A picture of 32768 samples has at most 2048 blocks in a row.
        let columns = try bits.unsigned("num_tile_columns_minus1", atMost: 2047)
        let rows = try bits.unsigned("num_tile_rows_minus1", atMost: 2047)
        if !(try bits.flag("uniform_spacing_flag")) {
            for _ in 0..<(columns + rows) { _ = try bits.unsigned("column_width_minus1") }
        }
        try bits.skip(1, "loop_filter_across_tiles_enabled_flag")
    }
}
