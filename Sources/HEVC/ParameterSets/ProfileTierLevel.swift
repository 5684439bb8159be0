/// The requirements on a decoder: profile_tier_level() of ISO/IEC 23008-2 7.3.3. The fields of the general profile can
/// be accessed without `general`.
@dynamicMemberLookup
package struct ProfileTierLevel: Hashable, Sendable, Codable {
    /// The values of a sub-layer below the highest; nil is inferred from the sub-layer above it.
    package struct SubLayer: Hashable, Sendable, Codable {
        /// Profile and tier, if sub_layer_profile_present_flag is 1.
        package var profile: ProfileAndTier?
        /// sub_layer_level_idc, if sub_layer_level_present_flag is 1: 30 times the level.
        package var level: UInt8?

        /// Creates the values of a sub-layer.
        package init(profile: ProfileAndTier? = nil, level: UInt8? = nil) {
            self.profile = profile
            self.level = level
        }
    }

    /// general_profile_space to general_constraint_indicator_flags.
    package var general: ProfileAndTier
    /// general_level_idc: 30 times the level.
    package var level: UInt8
    /// The sub-layers below the highest, for which the general values apply; at most 6.
    package var subLayers: [SubLayer]

    /// A field of the general profile.
    package subscript<Value>(dynamicMember field: WritableKeyPath<ProfileAndTier, Value>) -> Value {
        get { general[keyPath: field] }
        set { general[keyPath: field] = newValue }
    }

    /// sub_layer_level_idc of each sub-layer below the highest; nil if it is not coded.
    package var subLayerLevels: [UInt8?] { subLayers.map(\.level) }

    /// Creates the structure; the stream has one sub-layer more than `subLayers`.
    package init(general: ProfileAndTier, level: UInt8, subLayers: [SubLayer] = []) {
        self.general = general
        self.level = level
        self.subLayers = subLayers
    }

    /// Reads the structure with its general profile, for `subLayers` sub-layers (1 to 7).
    init(_ bits: inout BitReader, subLayers count: Int) throws(BitstreamError) {
        general = try ProfileAndTier(&bits)
        level = UInt8(try bits.bits(8, "general_level_idc"))
        subLayers = []
        guard count > 1 else { return }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<(count - 1) {
            let hasProfile = try bits.flag("sub_layer_profile_present_flag")
            present.append((hasProfile, try bits.flag("sub_layer_level_present_flag")))
        }
        try bits.skip(ProfileTierLevel.reservedBits(subLayers: count), "reserved_zero_2bits")
        for sub in present {
            let profile = sub.profile ? try ProfileAndTier(&bits) : nil
            let level = sub.level ? UInt8(try bits.bits(8, "sub_layer_level_idc")) : nil
            subLayers.append(SubLayer(profile: profile, level: level))
        }
    }

    /// Writes the structure.
    func write(to bits: inout BitWriter) {
        general.write(to: &bits)
        bits.bits(UInt64(level), 8)
        guard !subLayers.isEmpty else { return }
        for sub in subLayers {
            bits.flag(sub.profile != nil)
            bits.flag(sub.level != nil)
        }
        bits.bits(0, ProfileTierLevel.reservedBits(subLayers: subLayers.count + 1))
        for sub in subLayers {
            sub.profile?.write(to: &bits)
            if let level = sub.level { bits.bits(UInt64(level), 8) }
        }
    }

    /// Two reserved bits for each sub-layer up to the eighth: with the flags 16 bits in total, whatever their number.
    private static func reservedBits(subLayers count: Int) -> Int { 2 * (8 - (count - 1)) }

    /// The requirements of the representation of the sub-layers 0 to `index`. Values that are not coded are inferred
    /// from the sub-layers above (7.4.4), finally from the general values.
    package func representation(upTo index: Int) -> (profile: ProfileAndTier, level: UInt8) {
        let own = subLayers.dropFirst(max(index, 0))
        return (own.lazy.compactMap(\.profile).first ?? general, own.lazy.compactMap(\.level).first ?? level)
    }

    /// The structure of the stream that consists of the lowest `count` sub-layers, `count` at least 1.
    package func keepingSubLayers(_ count: Int) -> ProfileTierLevel {
        guard count >= 1, count <= subLayers.count else { return self }
        let (profile, level) = representation(upTo: count - 1)
        return ProfileTierLevel(general: profile, level: level, subLayers: Array(subLayers.prefix(count - 1)))
    }
}
