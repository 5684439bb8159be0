/// What a decoder must be able to do: profile_tier_level() of ISO/IEC 23008-2 7.3.3.
package struct ProfileTierLevel: Hashable, Sendable, Codable {
    /// general_profile_space, 0 to 3.
    package var profileSpace: UInt8
    /// general_tier_flag: High tier.
    package var isHighTier: Bool
    /// general_profile_idc: 1 Main, 2 Main 10.
    package var profile: UInt8
    /// general_profile_compatibility_flags, flag 0 in the highest bit.
    package var compatibility: UInt32
    /// The 48 bits from general_progressive_source_flag on.
    package var constraints: UInt64
    /// general_level_idc: 30 times the level.
    package var level: UInt8
    /// sub_layer_level_idc of each sub-layer below the highest; nil where it is not coded.
    package var subLayerLevels: [UInt8?]

    /// Reads the structure with its general profile, for `subLayers` sub-layers (1 to 7).
    init(_ bits: inout BitReader, subLayers: Int) throws(BitstreamError) {
        profileSpace = UInt8(try bits.bits(2, "general_profile_space"))
        isHighTier = try bits.flag("general_tier_flag")
        profile = UInt8(try bits.bits(5, "general_profile_idc"))
        compatibility = try bits.bits(32, "general_profile_compatibility_flag")
        constraints = try bits.bits48("general_constraint_indicator_flags")
        level = UInt8(try bits.bits(8, "general_level_idc"))
        subLayerLevels = []
        guard subLayers > 1 else { return }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<(subLayers - 1) {
            let hasProfile = try bits.flag("sub_layer_profile_present_flag")
            present.append((hasProfile, try bits.flag("sub_layer_level_present_flag")))
        }
        // Two reserved bits for each sub-layer up to the eighth: 16 bits in all, however many there are.
        try bits.skip(2 * (8 - (subLayers - 1)), "reserved_zero_2bits")
        for sub in present {
            if sub.profile { try bits.skip(88, "sub_layer_profile") }
            subLayerLevels.append(sub.level ? UInt8(try bits.bits(8, "sub_layer_level_idc")) : nil)
        }
    }
}
