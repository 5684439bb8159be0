package import HEVC
package import Media

/// A sequence parameter set of H.264 (ISO/IEC 14496-10 7.3.2.1.1), as far as a container and a check of its colours
/// need it.
package struct AVCSequenceParameterSet: Hashable, Sendable {
    /// profile_idc.
    package let profile: UInt8
    /// The byte of constraint_set flags.
    package let compatibility: UInt8
    /// level_idc, ten times the level.
    package let level: UInt8
    /// chroma_format_idc, 0 to 3.
    package var chromaFormat: UInt8 = 1
    /// Bits per luma sample.
    package var lumaBitDepth: UInt8 = 8
    /// Bits per chroma sample.
    package var chromaBitDepth: UInt8 = 8
    /// max_num_ref_frames.
    package private(set) var referenceFrames = 0
    /// Size in macroblocks of 16x16 luma samples.
    package private(set) var macroblocks = PictureSize(width: 0, height: 0)
    /// Size after cropping.
    package private(set) var size = PictureSize(width: 0, height: 0)
    /// Colour tags; unspecified if they are not coded.
    package private(set) var colour = ColourDescription.unspecified
    /// Chroma sample location of both fields, 0 to 5; nil if it is not coded.
    package private(set) var chromaLocation: UInt8?
    /// Width to height of a pixel; nil if it is unspecified or reserved.
    package private(set) var pixelAspect: PixelAspect?

    /// Profiles whose set describes chroma and bit depth (7.3.2.1.1).
    private static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// Whether the profile describes chroma and bit depth, also in `avcC`.
    package var isHighProfile: Bool { Self.highProfiles.contains(profile) }

    /// Reads a NAL unit with its header.
    package init(unit: RawSpan) throws(BitstreamError) {
        guard unit.byteCount >= 4, AVCUnitHeader(unit.byte(at: 0)).type == .sps else {
            throw BitstreamError(.invalid, "nal_unit_type", "it is no sequence parameter set of H.264")
        }
        (profile, compatibility, level) = (unit.byte(at: 1), unit.byte(at: 2), unit.byte(at: 3))
        var bits = BitReader(EmulationPrevention.removed(from: unit.extracting(droppingFirst: 4)))
        _ = try bits.unsigned("seq_parameter_set_id", atMost: 31)
        if isHighProfile { try readChroma(&bits) }
        _ = try bits.unsigned("log2_max_frame_num_minus4", atMost: 12)
        try readOrderCount(&bits)
        referenceFrames = try bits.unsigned("max_num_ref_frames", atMost: 16)
        _ = try bits.flag("gaps_in_frame_num_value_allowed_flag")
        try readSize(&bits)
        if try bits.flag("vui_parameters_present_flag") { try readUsability(&bits) }
    }

    private mutating func readChroma(_ bits: inout BitReader) throws(BitstreamError) {
        chromaFormat = UInt8(try bits.unsigned("chroma_format_idc", atMost: 3))
        if chromaFormat == 3 { _ = try bits.flag("separate_colour_plane_flag") }
        lumaBitDepth = 8 + UInt8(try bits.unsigned("bit_depth_luma_minus8", atMost: 6))
        chromaBitDepth = 8 + UInt8(try bits.unsigned("bit_depth_chroma_minus8", atMost: 6))
        _ = try bits.flag("qpprime_y_zero_transform_bypass_flag")
        guard try bits.flag("seq_scaling_matrix_present_flag") else { return }
        for list in 0..<(chromaFormat == 3 ? 12 : 8) where try bits.flag("seq_scaling_list_present_flag") {
            // scaling_list() of 7.3.2.1.1.1.
            var (last, next) = (Int32(8), Int32(8))
            for _ in 0..<(list < 6 ? 16 : 64) {
                if next != 0 {
                    let delta = try bits.signed("delta_scale")
                    guard (-128...127).contains(delta) else {
                        throw BitstreamError(.invalid, "delta_scale", "\(delta) is not from -128 to 127")
                    }
                    next = (last + delta + 256) % 256
                }
                last = next == 0 ? last : next
            }
        }
    }

    private func readOrderCount(_ bits: inout BitReader) throws(BitstreamError) {
        switch try bits.unsigned("pic_order_cnt_type", atMost: 2) {
        case 0: _ = try bits.unsigned("log2_max_pic_order_cnt_lsb_minus4", atMost: 12)
        case 1:
            _ = try bits.flag("delta_pic_order_always_zero_flag")
            _ = try bits.signed("offset_for_non_ref_pic")
            _ = try bits.signed("offset_for_top_to_bottom_field")
            for _ in 0..<(try bits.unsigned("num_ref_frames_in_pic_order_cnt_cycle", atMost: 255)) {
                _ = try bits.signed("offset_for_ref_frame")
            }
        default: break
        }
    }

    private mutating func readSize(_ bits: inout BitReader) throws(BitstreamError) {
        let columns = try bits.unsigned("pic_width_in_mbs_minus1", atMost: 1 << 12) + 1
        let units = try bits.unsigned("pic_height_in_map_units_minus1", atMost: 1 << 12) + 1
        let isFrameOnly = try bits.flag("frame_mbs_only_flag")
        if !isFrameOnly { _ = try bits.flag("mb_adaptive_frame_field_flag") }
        _ = try bits.flag("direct_8x8_inference_flag")
        macroblocks = PictureSize(width: columns, height: units * (isFrameOnly ? 1 : 2))
        var (width, height) = (macroblocks.width * 16, macroblocks.height * 16)
        if try bits.flag("frame_cropping_flag") {
            let horizontal = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
            let vertical = (chromaFormat == 1 ? 2 : 1) * (isFrameOnly ? 1 : 2)
            for unit in [horizontal, horizontal, vertical, vertical].enumerated() {
                let cut = try bits.unsigned("frame_crop_offset", atMost: 1 << 16) * unit.element
                if unit.offset < 2 { width -= cut } else { height -= cut }
            }
        }
        guard width > 0, height > 0 else { throw BitstreamError(.invalid, "frame_crop_offset", "nothing is left") }
        size = PictureSize(width: width, height: height)
    }

    /// The first part of vui_parameters() (E.1.1), up to the location of chroma samples.
    private mutating func readUsability(_ bits: inout BitReader) throws(BitstreamError) {
        if try bits.flag("aspect_ratio_info_present_flag") { pixelAspect = try VideoUsability.pixelAspect(&bits) }
        if try bits.flag("overscan_info_present_flag") { _ = try bits.flag("overscan_appropriate_flag") }
        if try bits.flag("video_signal_type_present_flag") {
            try bits.skip(3, "video_format")
            colour.isFullRange = try bits.flag("video_full_range_flag")
            if try bits.flag("colour_description_present_flag") {
                colour.primaries = UInt8(try bits.bits(8, "colour_primaries"))
                colour.transfer = UInt8(try bits.bits(8, "transfer_characteristics"))
                colour.matrix = UInt8(try bits.bits(8, "matrix_coefficients"))
            }
        }
        guard try bits.flag("chroma_loc_info_present_flag") else { return }
        let top = try bits.unsigned("chroma_sample_loc_type_top_field", atMost: 5)
        let bottom = try bits.unsigned("chroma_sample_loc_type_bottom_field", atMost: 5)
        chromaLocation = top == bottom ? UInt8(top) : nil
    }
}
