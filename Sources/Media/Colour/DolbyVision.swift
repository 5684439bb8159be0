/// The Dolby Vision configuration record of a film: the decoder configuration record of "Dolby Vision Streams Within
/// the ISO Base Media File Format", 2.2.
package struct DolbyVision: Hashable, Sendable, Codable {
    /// dv_profile, 0 to 127.
    package var profile: UInt8
    /// dv_level, 0 to 63.
    package var level: UInt8
    /// rpu_present_flag: whether pictures have metadata.
    package var hasMetadata: Bool
    /// el_present_flag: whether there is an enhancement layer.
    package var hasEnhancementLayer: Bool
    /// bl_present_flag: whether this track has the base layer.
    package var hasBaseLayer: Bool
    /// dv_bl_signal_compatibility_id, 0 to 15: 1 HDR10, 2 SDR, 4 HLG, 6 HDR10 of a Blu-ray; 0 means none, and was
    /// reserved in the first edition.
    package var compatibility: UInt8

    /// Creates a description.
    package init(
        profile: UInt8,
        level: UInt8,
        hasMetadata: Bool = true,
        hasEnhancementLayer: Bool = false,
        hasBaseLayer: Bool = true,
        compatibility: UInt8
    ) {
        self.profile = profile
        self.level = level
        self.hasMetadata = hasMetadata
        self.hasEnhancementLayer = hasEnhancementLayer
        self.hasBaseLayer = hasBaseLayer
        self.compatibility = compatibility
    }

    /// Whether the base layer, which any decoder outputs, has colours that any player supports.
    package enum BaseLayer: Hashable, Sendable {
        /// It has: without Dolby's metadata the film looks as its colour tags say.
        case common
        /// It has not: without Dolby's metadata its colours are wrong.
        case proprietary
        /// The record does not say.
        case unsaid
    }

    /// The kind of base layer. Profile 5 has pictures in IPT-PQ-c2. Profiles 4 and 7 are made for players without Dolby
    /// Vision. For profile 8 and later ones the compatibility ID decides. The profiles from 10 on are newer than that
    /// field.
    package var baseLayer: BaseLayer {
        guard hasBaseLayer else { return .proprietary }
        return switch profile {
        case 5: .proprietary
        case 4, 7: .common
        case 8, 9: compatibility == 0 ? .unsaid : .common
        case 10...: compatibility == 0 ? .proprietary : .common
        default: .unsaid
        }
    }

    /// The usual name of the profile, as in "8.4", "7" and "5".
    package var profileName: String {
        profile >= 8 ? "\(profile).\(compatibility)" : "\(profile)"
    }
}

extension DolbyVision: CustomStringConvertible {
    /// As in "profile 8.4, level 5, with a base layer in HLG".
    package var description: String {
        let base =
            switch baseLayer {
            case .common: "with a base layer in \(compatibilityName)"
            case .unsaid: "with a base layer of unspecified compatibility"
            case .proprietary where hasBaseLayer: "without a base layer for other players"
            case .proprietary: "an enhancement layer alone"
            }
        return "profile \(profileName), level \(level), \(base)"
    }

    private var compatibilityName: String {
        switch (profile, compatibility) {
        case (_, 1): "HDR10"
        case (_, 2), (4, _): "SDR"
        case (_, 4): "HLG"
        case (_, 6), (7, _): "HDR10, as on Blu-ray"
        default: "format \(compatibility)"
        }
    }
}
