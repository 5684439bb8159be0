package import HEVC

extension HEVCConfigurationBox {
    /// What its SPS and its SEI units say of colour and light.
    package var streamColour: StreamColour {
        var stream = StreamColour()
        for unit in arrays.flatMap(\.units) { unit.withRawSpan { stream.add(unit: $0) } }
        return stream
    }
}
