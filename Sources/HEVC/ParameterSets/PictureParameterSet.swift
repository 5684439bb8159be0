/// A picture parameter set: ISO/IEC 23008-2 7.3.2.3, up to the flags that say how a picture is divided.
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
        try bits.skip(2, "sign_data_hiding_enabled_flag")
        _ = try bits.unsigned("num_ref_idx_l0_default_active_minus1", atMost: 14)
        _ = try bits.unsigned("num_ref_idx_l1_default_active_minus1", atMost: 14)
        _ = try bits.signed("init_qp_minus26")
        try bits.skip(2, "constrained_intra_pred_flag")
        if try bits.flag("cu_qp_delta_enabled_flag") { _ = try bits.unsigned("diff_cu_qp_delta_depth", atMost: 3) }
        _ = try bits.signed("pps_cb_qp_offset")
        _ = try bits.signed("pps_cr_qp_offset")
        try bits.skip(4, "pps_slice_chroma_qp_offsets_present_flag")
        usesTiles = try bits.flag("tiles_enabled_flag")
        usesWavefronts = try bits.flag("entropy_coding_sync_enabled_flag")
    }
}
