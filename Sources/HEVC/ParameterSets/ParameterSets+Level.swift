package import Media

extension ParameterSets {
    /// The same with another general tier and level in VPS and SPS (ISO/IEC 23008-2 7.3.3); sub-layers keep their own.
    ///
    /// An encoder that sees a part of a film declares the level of that part; the film needs the highest of them.
    /// Throws `truncated` if a set ends before its level.
    ///
    /// - Parameter level: `general_level_idc`: thirty times the level, as 93 for 3.1.
    package func declaring(isHighTier: Bool, level: UInt8) throws(BitstreamError) -> ParameterSets {
        /// Bytes from the first byte of `profile_tier_level` to `general_level_idc`.
        let levelOffset = 11
        func changed(_ unit: [UInt8], profileOffset: Int) throws(BitstreamError) -> [UInt8] {
            var payload = unit.withRawSpan { EmulationPrevention.removed(from: $0) }
            guard payload.count > profileOffset + levelOffset else {
                throw BitstreamError(.truncated, "parameter sets", "a parameter set ends before its level")
            }
            payload[profileOffset] = payload[profileOffset] & ~0x20 | (isHighTier ? 0x20 : 0)
            payload[profileOffset + levelOffset] = level
            return EmulationPrevention.inserted(into: payload)
        }
        // Offset: in the VPS two bytes of header and four of fixed length, in the SPS two and one.
        return ParameterSets(
            vps: try changed(vps, profileOffset: 6),
            sps: try changed(sps, profileOffset: 3),
            pps: pps
        )
    }
}
