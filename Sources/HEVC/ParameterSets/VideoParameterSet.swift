/// A video parameter set: ISO/IEC 23008-2 7.3.2.1, up to the timing information.
package struct VideoParameterSet: Hashable, Sendable {
    /// vps_video_parameter_set_id, 0 to 15.
    package var id: UInt8
    /// vps_max_sub_layers_minus1 + 1: temporal sub-layers, 1 to 7.
    package var subLayers: Int
    /// vps_temporal_id_nesting_flag.
    package var isTemporalIDNested: Bool
    /// Profile, tier and level.
    package var profileTierLevel: ProfileTierLevel
    /// Buffering of each sub-layer, or of the highest only.
    package var ordering: [SubLayerOrdering]
    /// The clock, when it is coded here.
    package var timing: CodedTiming?

    /// Reads a NAL unit with its header.
    package init(unit: RawSpan) throws(BitstreamError) {
        var bits = try BitReader(unit: unit, of: .vps)
        id = UInt8(try bits.bits(4, "vps_video_parameter_set_id"))
        try bits.skip(2 + 6, "vps_max_layers_minus1")
        subLayers = Int(try bits.bits(3, "vps_max_sub_layers_minus1")) + 1
        guard subLayers <= 7 else {
            throw BitstreamError(.invalid, "vps_max_sub_layers_minus1", "there are at most 7 sub-layers")
        }
        isTemporalIDNested = try bits.flag("vps_temporal_id_nesting_flag")
        try bits.skip(16, "vps_reserved_0xffff_16bits")
        profileTierLevel = try ProfileTierLevel(&bits, subLayers: subLayers)
        ordering = try SubLayerOrdering.read(&bits, subLayers: subLayers)
        let highestLayer = Int(try bits.bits(6, "vps_max_layer_id"))
        let layerSets = try bits.unsigned("vps_num_layer_sets_minus1", atMost: 1023)
        try bits.skip(layerSets * (highestLayer + 1), "layer_id_included_flag")
        guard try bits.flag("vps_timing_info_present_flag") else { return }
        timing = try CodedTiming(&bits)
    }
}
