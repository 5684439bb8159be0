extension DolbyVisionHeader {
    /// Reads the header behind the prefix.
    ///
    /// Throws `unsupported` for other types of RPU and kinds of coefficients, `invalid` for depths over 16 bits.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        let type = try bits.bits(6, "rpu_type")
        guard type == 2 else { throw BitstreamError(.unsupported, "rpu_type", "it is \(type) instead of 2") }
        format = UInt16(try bits.bits(11, "rpu_format"))
        codedProfile = UInt8(try bits.bits(4, "vdr_rpu_profile"))
        codedLevel = UInt8(try bits.bits(4, "vdr_rpu_level"))
        let hasSequence = try bits.flag("vdr_seq_info_present_flag")
        sequence = hasSequence ? try Sequence(&bits, hasLayers: format & 0x700 == 0) : nil
        hasDisplayManagement = try bits.flag("vdr_dm_metadata_present_flag")
        repeatsMapping = try bits.flag("use_prev_vdr_rpu_flag")
        if repeatsMapping { _ = try bits.unsigned("prev_vdr_rpu_id", atMost: 15) }
    }
}

extension DolbyVisionHeader.Sequence {
    fileprivate init(_ bits: inout BitReader, hasLayers: Bool) throws(BitstreamError) {
        try bits.skip(1, "chroma_resampling_explicit_filter_flag")
        let kind = try bits.bits(2, "coefficient_data_type")
        guard kind < 2 else { throw BitstreamError(.unsupported, "coefficient_data_type", "it is \(kind)") }
        hasIntegers = kind == 0
        fractionBits = hasIntegers ? try bits.unsigned("coefficient_log2_denom", atMost: 32) : 32
        try bits.skip(2, "vdr_rpu_normalized_idc")
        isFullRange = try bits.flag("bl_video_full_range_flag")
        self.hasLayers = hasLayers
        (baseDepth, enhancementDepth, resultDepth) = (10, 10, 12)
        (compression, hasSmallerEnhancement, hasNoResidual, layerFlags) = (0, false, true, 0)
        guard hasLayers else { return }
        baseDepth = 8 + (try bits.unsigned("bl_bit_depth_minus8", atMost: 8))
        // The bits above the lowest eight are an extension of the mapping's identifier.
        let enhancement = try bits.unsigned("el_bit_depth_minus8", atMost: 0xFFFF)
        enhancementDepth = 8 + (enhancement & 0xFF)
        guard enhancementDepth <= 16 else {
            throw BitstreamError(.invalid, "el_bit_depth_minus8", "\(enhancementDepth) bits are more than 16")
        }
        resultDepth = 8 + (try bits.unsigned("vdr_bit_depth_minus8", atMost: 8))
        try bits.skip(1, "spatial_resampling_filter_flag")
        compression = UInt8(try bits.bits(3, "dm_compression"))
        layerFlags = bits.position
        hasSmallerEnhancement = try bits.flag("el_spatial_resampling_filter_flag")
        hasNoResidual = try bits.flag("disable_residual_flag")
    }
}
