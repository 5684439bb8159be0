import Media

/// The positions in a VPS or an SPS of the fields for sub-layers, timing and colour, in bits of the payload after the
/// NAL unit header. The rest can be copied bit for bit to a set with other values.
struct ParameterSetSites: Hashable, Sendable {
    /// max_sub_layers_minus1, three bits, followed by the nesting flag.
    var count = 0..<0
    /// profile_tier_level().
    var profileTierLevel = 0..<0
    /// sub_layer_ordering_info_present_flag and the values after it.
    var ordering = 0..<0
    /// The clock after its present flag; nil if none is coded. One more bit follows, which says that there is no HRD,
    /// if `hypotheticalDecoders` has none.
    var timing: Range<Int>?
    /// colour_primaries, transfer_characteristics and matrix_coeffs, eight bits each; nil if they are not coded.
    var colour: Range<Int>?
    /// For each hrd_parameters(), the parts of the sub-layers.
    var hypotheticalDecoders: [[Range<Int>]] = []
    /// Where reading of the set ended.
    var end = 0

    /// Rewrites a parameter set with other sub-layers.
    ///
    /// Throws `unsupported` if buffers of a hypothetical decoder would have to be invented.
    func rewrite(_ unit: [UInt8], describing layers: SubLayerDescription) throws(BitstreamError) -> [UInt8] {
        try layers.validate()
        let (payload, stopBit) = try payload(of: unit)
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
                    "it describes \(decoder.count) sub-layers, but the buffers of \(layers.count) are unknown"
                )
            }
            guard let last = decoder.last else { continue }
            bits.copy(copied..<decoder[layers.count - 1].upperBound, of: payload)
            copied = last.upperBound
        }
        bits.copy(copied..<stopBit, of: payload)
        return ParameterSetSites.unit(like: unit, bits)
    }

    /// Rewrites a parameter set with another clock or none. A set without a clock, or with an HRD, is unchanged.
    func rewrite(_ unit: [UInt8], timing clock: CodedTiming?) throws(BitstreamError) -> [UInt8] {
        guard let timing, hypotheticalDecoders.isEmpty else { return unit }
        let (payload, stopBit) = try payload(of: unit)
        guard timing.lowerBound > 0, timing.upperBound < stopBit else {
            throw BitstreamError(.truncated, "rbsp_trailing_bits", "the stop bit is missing")
        }
        var bits = BitWriter()
        if let clock {
            bits.copy(0..<timing.lowerBound, of: payload)
            clock.write(to: &bits)
            bits.copy(timing.upperBound..<stopBit, of: payload)
        } else {
            // Neither the present flag nor what follows only with a clock.
            bits.copy(0..<timing.lowerBound - 1, of: payload)
            bits.flag(false)
            bits.copy(timing.upperBound + 1..<stopBit, of: payload)
        }
        return ParameterSetSites.unit(like: unit, bits)
    }

    /// Rewrites an SPS so that it declares a hypothetical decoder. Throws `unsupported` if it has no clock, or already
    /// declares one.
    func rewrite(_ unit: [UInt8], declaring decoder: HypotheticalDecoder) throws(BitstreamError) -> [UInt8] {
        guard let timing, hypotheticalDecoders.isEmpty else {
            throw BitstreamError(
                .unsupported,
                "hrd_parameters",
                timing == nil ? "pictures have no times without a clock" : "it already has them"
            )
        }
        let (payload, stopBit) = try payload(of: unit)
        guard timing.upperBound < stopBit else {
            throw BitstreamError(.truncated, "rbsp_trailing_bits", "the stop bit is missing")
        }
        var bits = BitWriter()
        bits.copy(0..<timing.upperBound, of: payload)
        bits.flag(true)
        decoder.write(to: &bits)
        bits.copy(timing.upperBound + 1..<stopBit, of: payload)
        return ParameterSetSites.unit(like: unit, bits)
    }

    /// Rewrites an SPS with other primaries, transfer and matrix; its range does not change. Throws `unsupported` if it
    /// has no colour description.
    func rewrite(_ unit: [UInt8], declaring codes: ColourDescription) throws(BitstreamError) -> [UInt8] {
        guard let colour else {
            throw BitstreamError(.unsupported, "colour_description_present_flag", "it has no colour description")
        }
        let (payload, stopBit) = try payload(of: unit)
        var bits = BitWriter()
        bits.copy(0..<colour.lowerBound, of: payload)
        for code in [codes.primaries, codes.transfer, codes.matrix] { bits.bits(UInt64(code), 8) }
        bits.copy(colour.upperBound..<stopBit, of: payload)
        return ParameterSetSites.unit(like: unit, bits)
    }

    /// The payload of a parameter set after its header, and the position of its stop bit.
    private func payload(of unit: [UInt8]) throws(BitstreamError) -> (bytes: [UInt8], stopBit: Int) {
        let payload = unit.withRawSpan { unit in
            EmulationPrevention.removed(from: unit.extracting(droppingFirst: NALUnitHeader.byteCount))
        }
        // In a truncated set, the last remaining 1 may have been read as a part of its syntax.
        guard let stopBit = BitReader.stopBit(of: payload), end <= stopBit else {
            throw BitstreamError(.truncated, "rbsp_trailing_bits", "the stop bit is missing")
        }
        return (payload, stopBit)
    }

    /// A NAL unit with the header of another, ended by the stop bit.
    private static func unit(like unit: [UInt8], _ bits: BitWriter) -> [UInt8] {
        var bits = bits
        bits.trailingBits()
        return Array(unit.prefix(NALUnitHeader.byteCount)) + EmulationPrevention.inserted(into: bits.bytes)
    }
}
