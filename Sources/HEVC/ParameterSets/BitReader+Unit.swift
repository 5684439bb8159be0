extension BitReader {
    /// Starts after the header of a parameter set, which must be of a given type and of the base layer.
    init(unit: RawSpan, of type: NALUnitType) throws(BitstreamError) {
        let header = try NALUnitHeader(unit)
        guard header.type == type else {
            throw BitstreamError(
                .invalid,
                "nal_unit_type",
                "it is \(header.type.rawValue) where \(type.rawValue) is expected"
            )
        }
        guard header.layerID == 0 else {
            throw BitstreamError(.unsupported, "nuh_layer_id", "Granary reads only the base layer")
        }
        self.init(EmulationPrevention.removed(from: unit.extracting(droppingFirst: NALUnitHeader.byteCount)))
    }
}
