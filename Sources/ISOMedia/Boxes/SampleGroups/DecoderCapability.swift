package import HEVC

/// The requirements on a decoder, in the fields of profile_tier_level() (ISO/IEC 23008-2 7.3.3).
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

    /// Creates an empty capability.
    package init() {}

    /// The requirements of a whole coded sequence.
    package init(_ general: ProfileTierLevel) {
        profileSpace = general.profileSpace
        isHighTier = general.isHighTier
        profile = general.profile
        compatibility = general.compatibility
        constraints = general.constraints
        level = general.level
    }

    /// Reads the twelve bytes that `hvcC` and `tscl` have in common.
    init(from reader: inout BoxReader) throws(MovieError) {
        let general = try reader.u8()
        profileSpace = general >> 6
        isHighTier = general & 0x20 != 0
        profile = general & 0x1F
        compatibility = try reader.u32()
        constraints = UInt64(try reader.u16()) << 32
        constraints |= UInt64(try reader.u32())
        level = try reader.u8()
    }

    /// Writes these twelve bytes.
    func write(to writer: inout BoxWriter) {
        writer.u8(profileSpace << 6 | (isHighTier ? 0x20 : 0) | profile & 0x1F)
        writer.u32(compatibility)
        writer.u16(UInt16(truncatingIfNeeded: constraints >> 32))
        writer.u32(UInt32(truncatingIfNeeded: constraints))
        writer.u8(level)
    }
}
