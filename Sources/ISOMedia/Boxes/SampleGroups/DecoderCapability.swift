/// What a decoder must be able to do, in the fields of profile_tier_level() (ISO/IEC 23008-2 7.3.3).
package struct DecoderCapability: Hashable, Sendable, Encodable {
    /// Profile space, 0 to 3.
    package var profileSpace: UInt8 = 0
    /// High tier.
    package var isHighTier = false
    /// Profile, 0 to 31.
    package var profile: UInt8 = 0
    /// Profile compatibility flags, flag 0 in the highest bit.
    package var compatibility: UInt32 = 0
    /// Constraint indicator flags, 48 bits.
    package var constraints: UInt64 = 0
    /// 30 times the level.
    package var level: UInt8 = 0

    /// Creates a capability of nothing.
    package init() {}
}
