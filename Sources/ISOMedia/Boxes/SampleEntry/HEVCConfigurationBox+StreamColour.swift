package import HEVC

extension HEVCConfigurationBox {
    /// The colour and light metadata of its SPS and its SEI NAL units.
    package var streamColour: StreamColour {
        var stream = StreamColour()
        for unit in arrays.flatMap(\.units) { unit.withRawSpan { stream.add(unit: $0) } }
        return stream
    }
}
