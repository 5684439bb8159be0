/// A video parameter set: ISO/IEC 23008-2 7.3.2.1, up to the HRD parameters.
@dynamicMemberLookup
package struct VideoParameterSet: Hashable, Sendable {
    /// vps_video_parameter_set_id, 0 to 15.
    package var id: UInt8
    /// The temporal sub-layers that it declares.
    package var subLayerDescription: SubLayerDescription
    /// The clock, if it is coded here.
    package var timing: CodedTiming?

    /// Temporal sub-layers, 1 to 7.
    package var subLayers: Int { subLayerDescription.count }

    /// A property of its temporal sub-layers.
    package subscript<Value>(dynamicMember field: WritableKeyPath<SubLayerDescription, Value>) -> Value {
        get { subLayerDescription[keyPath: field] }
        set { subLayerDescription[keyPath: field] = newValue }
    }

    /// Reads a NAL unit with its header.
    package init(unit: RawSpan) throws(BitstreamError) { self = try VideoParameterSet.reading(unit: unit).set }

    /// Reads a NAL unit with its header, and the positions of its sub-layer fields.
    static func reading(unit: RawSpan) throws(BitstreamError) -> (set: VideoParameterSet, sites: ParameterSetSites) {
        var bits = try BitReader(unit: unit, of: .vps)
        var sites = ParameterSetSites()
        let set = try VideoParameterSet(&bits, &sites)
        sites.end = bits.position
        return (set, sites)
    }

    private init(_ bits: inout BitReader, _ sites: inout ParameterSetSites) throws(BitstreamError) {
        id = UInt8(try bits.bits(4, "vps_video_parameter_set_id"))
        try bits.skip(2 + 6, "vps_max_layers_minus1")
        sites.count = bits.position..<(bits.position + 4)
        let subLayers = Int(try bits.bits(3, "vps_max_sub_layers_minus1")) + 1
        guard subLayers <= 7 else {
            throw BitstreamError(.invalid, "vps_max_sub_layers_minus1", "there are at most 7 sub-layers")
        }
        let isNested = try bits.flag("vps_temporal_id_nesting_flag")
        try bits.skip(16, "vps_reserved_0xffff_16bits")
        var start = bits.position
        let profileTierLevel = try ProfileTierLevel(&bits, subLayers: subLayers)
        var layers = SubLayerDescription(
            isTemporalIDNested: isNested,
            profileTierLevel: profileTierLevel,
            ordering: []
        )
        sites.profileTierLevel = start..<bits.position
        start = bits.position
        try layers.readOrdering(&bits)
        subLayerDescription = layers
        sites.ordering = start..<bits.position
        let highestLayer = Int(try bits.bits(6, "vps_max_layer_id"))
        let layerSets = try bits.unsigned("vps_num_layer_sets_minus1", atMost: 1023)
        try bits.skip(layerSets * (highestLayer + 1), "layer_id_included_flag")
        guard try bits.flag("vps_timing_info_present_flag") else { return }
        start = bits.position
        timing = try CodedTiming(&bits)
        sites.timing = start..<bits.position
        var decoder = HypotheticalDecoder()
        for index in 0..<(try bits.unsigned("vps_num_hrd_parameters", atMost: 1024)) {
            _ = try bits.unsigned("hrd_layer_set_idx", atMost: 1023)
            let hasCommonInformation = index > 0 ? try bits.flag("cprms_present_flag") : true
            sites.hypotheticalDecoders.append(
                try decoder.pass(&bits, hasCommonInformation: hasCommonInformation, subLayers: subLayers)
            )
        }
    }
}
