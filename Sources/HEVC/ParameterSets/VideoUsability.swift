package import Media

/// The video usability information: vui_parameters() of ISO/IEC 23008-2 E.2.1.
package struct VideoUsability: Hashable, Sendable {
    /// Width to height of a pixel; nil if it is unspecified or reserved.
    package var pixelAspect: PixelAspect?
    /// video_format, 0 to 7; 5, unspecified, if it is not coded.
    package var videoFormat: UInt8 = 5
    /// Colour tags; unspecified if they are not coded.
    package var colour = ColourDescription.unspecified
    /// Location of chroma samples in a 4:2:0 frame; nil if unspecified.
    package var chromaLocation: ChromaLocation?
    /// The clock, if it is coded.
    package var timing: CodedTiming?
    /// field_seq_flag: each picture is a field.
    package var isFieldSequence = false
    /// frame_field_info_present_flag: picture timing begins with how a picture is displayed.
    package var hasFieldInformation = false
    /// The HRD parameters, if they are coded.
    package var hypotheticalDecoder: HypotheticalDecoder?
    /// Whether there are HRD parameters.
    package var hasHypotheticalDecoder: Bool { hypotheticalDecoder != nil }
    /// min_spatial_segmentation_idc, 0 to 4095; 0 if it is not coded.
    package var minimumSpatialSegmentation: UInt16 = 0

    /// Pixel aspects of aspect_ratio_idc 1 to 16 (Table E.1).
    private static let aspects: [(UInt32, UInt32)] = [
        (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11),
        (80, 33), (18, 11), (15, 11), (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
    ]

    init(_ bits: inout BitReader, subLayers: Int, sites: inout ParameterSetSites) throws(BitstreamError) {
        if try bits.flag("aspect_ratio_info_present_flag") { pixelAspect = try Self.pixelAspect(&bits) }
        if try bits.flag("overscan_info_present_flag") { try bits.skip(1, "overscan_appropriate_flag") }
        if try bits.flag("video_signal_type_present_flag") { try readColour(&bits, &sites) }
        if try bits.flag("chroma_loc_info_present_flag") { chromaLocation = try ChromaLocation(&bits) }
        try bits.skip(1, "neutral_chroma_indication_flag")
        isFieldSequence = try bits.flag("field_seq_flag")
        hasFieldInformation = try bits.flag("frame_field_info_present_flag")
        if try bits.flag("default_display_window_flag") {
            for _ in 0..<4 { _ = try bits.unsigned("def_disp_win_offset") }
        }
        if try bits.flag("vui_timing_info_present_flag") {
            let start = bits.position
            timing = try CodedTiming(&bits)
            sites.timing = start..<bits.position
            if try bits.flag("vui_hrd_parameters_present_flag") {
                var decoder = HypotheticalDecoder()
                sites.hypotheticalDecoders.append(
                    try decoder.pass(&bits, hasCommonInformation: true, subLayers: subLayers)
                )
                hypotheticalDecoder = decoder
            }
        }
        if try bits.flag("bitstream_restriction_flag") {
            try bits.skip(3, "tiles_fixed_structure_flag")
            minimumSpatialSegmentation = UInt16(try bits.unsigned("min_spatial_segmentation_idc", atMost: 4095))
            for _ in 0..<4 { _ = try bits.unsigned("max_bytes_per_pic_denom") }
        }
    }

    /// Reads aspect_ratio_idc and what follows it, which is the same in H.264: width to height of a pixel, nil if it is
    /// unspecified or reserved.
    package static func pixelAspect(_ bits: inout BitReader) throws(BitstreamError) -> PixelAspect? {
        let code = Int(try bits.bits(8, "aspect_ratio_idc"))
        if code == 255 {
            let (width, height) = (try bits.bits(16, "sar_width"), try bits.bits(16, "sar_height"))
            return width > 0 && height > 0 ? PixelAspect(horizontal: width, vertical: height) : nil
        }
        guard code >= 1, code <= aspects.count else { return nil }
        let (width, height) = aspects[code - 1]
        return PixelAspect(horizontal: width, vertical: height)
    }

    private mutating func readColour(
        _ bits: inout BitReader,
        _ sites: inout ParameterSetSites
    ) throws(BitstreamError) {
        videoFormat = UInt8(try bits.bits(3, "video_format"))
        colour.isFullRange = try bits.flag("video_full_range_flag")
        guard try bits.flag("colour_description_present_flag") else { return }
        let start = bits.position
        colour.primaries = UInt8(try bits.bits(8, "colour_primaries"))
        colour.transfer = UInt8(try bits.bits(8, "transfer_characteristics"))
        colour.matrix = UInt8(try bits.bits(8, "matrix_coeffs"))
        sites.colour = start..<bits.position
    }
}
