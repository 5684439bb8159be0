/// The temporal sub-layers of a stream as VPS and SPS declare them (ISO/IEC 23008-2 7.3.2.1, 7.3.2.2).
package struct SubLayerDescription: Hashable, Sendable {
    /// temporal_id_nesting_flag.
    package var isTemporalIDNested: Bool
    /// Profile, tier and level, with those of the lower sub-layers.
    package var profileTierLevel: ProfileTierLevel
    /// Buffering of each sub-layer, the lowest first, or of the highest alone, which then applies to all.
    package var ordering: [SubLayerOrdering]
    /// sub_layer_ordering_info_present_flag: whether `ordering` has an entry for each sub-layer.
    package var hasOrderingOfEach: Bool

    /// Creates a description; `ordering` has one entry for each sub-layer, or a single one.
    package init(isTemporalIDNested: Bool, profileTierLevel: ProfileTierLevel, ordering: [SubLayerOrdering]) {
        self.isTemporalIDNested = isTemporalIDNested
        self.profileTierLevel = profileTierLevel
        self.ordering = ordering
        hasOrderingOfEach = ordering.count == profileTierLevel.subLayers.count + 1
    }

    /// max_sub_layers_minus1 + 1: temporal sub-layers, 1 to 7.
    package var count: Int { profileTierLevel.subLayers.count + 1 }

    /// Buffering that the representation of the sub-layers 0 to `index` needs, `index` below `count`.
    package func ordering(upTo index: Int) -> SubLayerOrdering? {
        hasOrderingOfEach ? ordering.dropFirst(max(index, 0)).first : ordering.last
    }

    /// The description of the stream that consists of the lowest `count` sub-layers, `count` at least 1. A single
    /// sub-layer is always nested (7.4.3.1).
    package func keeping(_ count: Int) -> SubLayerDescription {
        guard count >= 1, count < self.count else { return self }
        var lower = self
        lower.isTemporalIDNested = isTemporalIDNested || count == 1
        lower.profileTierLevel = profileTierLevel.keepingSubLayers(count)
        if hasOrderingOfEach { lower.ordering = Array(ordering.prefix(count)) }
        return lower
    }

    /// The same with the last of `levels` as general level, and the others for lower sub-layers that have none of their
    /// own.
    func declaring(levels: [UInt8]) -> SubLayerDescription {
        var other = self
        other.profileTierLevel.level = levels.last ?? profileTierLevel.level
        for (index, level) in levels.dropLast().enumerated().prefix(count - 1)
        where profileTierLevel.subLayers[index].level == nil {
            other.profileTierLevel.subLayers[index].level = level
        }
        return other
    }

    /// Throws `invalid` for values that the standard forbids (7.4.3.1).
    package func validate() throws(BitstreamError) {
        guard count <= 7 else {
            throw BitstreamError(.invalid, "max_sub_layers_minus1", "there are at most 7 sub-layers, not \(count)")
        }
        guard isTemporalIDNested || count > 1 else {
            throw BitstreamError(.invalid, "temporal_id_nesting_flag", "a single sub-layer is always nested")
        }
        guard ordering.count == (hasOrderingOfEach ? count : 1) else {
            throw BitstreamError(
                .invalid,
                "sub_layer_ordering_info_present_flag",
                "\(ordering.count) values do not describe \(count) sub-layers"
            )
        }
        if let flaw = SubLayerOrdering.flaw(in: ordering) {
            throw BitstreamError(.invalid, "max_dec_pic_buffering_minus1", flaw)
        }
        let profiles = profileTierLevel.subLayers.compactMap(\.profile) + [profileTierLevel.general]
        guard profiles.allSatisfy({ $0.profileSpace < 4 && $0.profile < 32 && $0.constraints >> 48 == 0 }) else {
            throw BitstreamError(.invalid, "profile_tier_level", "a value has more bits than its field")
        }
    }

    /// Reads sub_layer_ordering_info_present_flag and the entries after it.
    mutating func readOrdering(_ bits: inout BitReader) throws(BitstreamError) {
        hasOrderingOfEach = try bits.flag("sub_layer_ordering_info_present_flag")
        ordering = []
        for _ in 0..<(hasOrderingOfEach ? count : 1) { ordering.append(try SubLayerOrdering(&bits)) }
    }

    /// Writes what `readOrdering` reads.
    func writeOrdering(to bits: inout BitWriter) {
        bits.flag(hasOrderingOfEach)
        for entry in ordering { entry.write(to: &bits) }
    }
}
