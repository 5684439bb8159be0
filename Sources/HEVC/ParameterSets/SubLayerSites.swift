/// Where a VPS or an SPS speaks of its sub-layers, in bits of the payload behind the NAL unit header. All else can be
/// copied bit for bit into a set with other sub-layers.
struct SubLayerSites: Hashable, Sendable {
    /// max_sub_layers_minus1, three bits, and the nesting flag right behind it.
    var count = 0..<0
    /// profile_tier_level().
    var profileTierLevel = 0..<0
    /// sub_layer_ordering_info_present_flag and the values behind it.
    var ordering = 0..<0
    /// For each hrd_parameters(), what it says of each sub-layer.
    var hypotheticalDecoders: [[Range<Int>]] = []
    /// Where the reading of the set ended.
    var end = 0

    /// Writes a parameter set anew, with other sub-layers.
    ///
    /// Throws `unsupported` when buffers of a hypothetical decoder would have to be invented.
    func rewrite(_ unit: [UInt8], describing layers: SubLayerDescription) throws(BitstreamError) -> [UInt8] {
        try layers.validate()
        let payload = unit.withRawSpan { unit in
            EmulationPrevention.removed(from: unit.extracting(droppingFirst: NALUnitHeader.byteCount))
        }
        // In a set that was cut short, the last 1 that is left may have been read as a part of its syntax.
        guard let stopBit = BitReader.stopBit(of: payload), end <= stopBit else {
            throw BitstreamError(.truncated, "rbsp_trailing_bits", "the stop bit is not there")
        }
        var bits = BitWriter()
        bits.copy(0..<count.lowerBound, of: payload)
        bits.bits(UInt64(layers.count - 1), 3)
        bits.flag(layers.isTemporalIDNested)
        bits.copy(count.upperBound..<profileTierLevel.lowerBound, of: payload)
        layers.profileTierLevel.write(to: &bits)
        bits.copy(profileTierLevel.upperBound..<ordering.lowerBound, of: payload)
        layers.writeOrdering(to: &bits)
        var copied = ordering.upperBound
        for decoder in hypotheticalDecoders {
            guard layers.count <= decoder.count else {
                throw BitstreamError(
                    .unsupported,
                    "hrd_parameters",
                    "it describes \(decoder.count) sub-layers, and the buffers of \(layers.count) are not known"
                )
            }
            guard let last = decoder.last else { continue }
            bits.copy(copied..<decoder[layers.count - 1].upperBound, of: payload)
            copied = last.upperBound
        }
        bits.copy(copied..<stopBit, of: payload)
        bits.trailingBits()
        return Array(unit.prefix(NALUnitHeader.byteCount)) + EmulationPrevention.inserted(into: bits.bytes)
    }
}
