/// The tools of a stream and the class of its decoder: the 88 bits that profile_tier_level() has for the whole stream
/// and may have for each sub-layer (ISO/IEC 23008-2 7.3.3).
package struct ProfileAndTier: Hashable, Sendable, Codable {
    /// profile_space, 0 to 3.
    package var profileSpace: UInt8
    /// tier_flag: High tier.
    package var isHighTier: Bool
    /// profile_idc, 0 to 31: 1 Main, 2 Main 10.
    package var profile: UInt8
    /// profile_compatibility_flags, flag 0 in the highest bit.
    package var compatibility: UInt32
    /// The 48 bits from progressive_source_flag on.
    package var constraints: UInt64

    /// Creates the values of a profile.
    package init(profileSpace: UInt8, isHighTier: Bool, profile: UInt8, compatibility: UInt32, constraints: UInt64) {
        self.profileSpace = profileSpace
        self.isHighTier = isHighTier
        self.profile = profile
        self.compatibility = compatibility
        self.constraints = constraints
    }

    /// Reads the 88 bits.
    init(_ bits: inout BitReader) throws(BitstreamError) {
        profileSpace = UInt8(try bits.bits(2, "profile_space"))
        isHighTier = try bits.flag("tier_flag")
        profile = UInt8(try bits.bits(5, "profile_idc"))
        compatibility = try bits.bits(32, "profile_compatibility_flag")
        constraints = try bits.bits48("constraint_indicator_flags")
    }

    /// Writes the 88 bits.
    func write(to bits: inout BitWriter) {
        bits.bits(UInt64(profileSpace), 2)
        bits.flag(isHighTier)
        bits.bits(UInt64(profile), 5)
        bits.bits(UInt64(compatibility), 32)
        bits.bits(constraints, 48)
    }
}
