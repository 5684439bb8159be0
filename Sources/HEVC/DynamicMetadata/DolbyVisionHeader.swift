/// The beginning of a Dolby Vision RPU (rpu_data_header): what its picture is, and whether it needs other RPUs.
package struct DolbyVisionHeader: Hashable, Sendable {
    /// The part about the sequence, which an RPU may leave out if an earlier one has it.
    package struct Sequence: Hashable, Sendable {
        /// Bits of the fraction of a coefficient: coefficient_log2_denom, or 32 if coefficients are floating-point.
        package var fractionBits: Int
        /// Whether coefficients are integers with a fraction (coefficient_data_type 0).
        package var hasIntegers: Bool
        /// Whether the base layer has full range.
        package var isFullRange: Bool
        /// Bits of a sample of the base layer, 8 to 16.
        package var baseDepth: Int
        /// Bits of a sample of the enhancement layer, 8 to 16.
        package var enhancementDepth: Int
        /// Bits of a sample of the result, 8 to 16.
        package var resultDepth: Int
        /// dm_compression: 0 if the display management data is complete.
        package var compression: UInt8
        /// Whether the enhancement layer is smaller than the base layer.
        package var hasSmallerEnhancement: Bool
        /// Whether there is no residual: disable_residual_flag.
        package var hasNoResidual: Bool
        /// Where the two flags above are, in bits from the prefix on; 0 without the fields about layers.
        package var layerFlags: Int
        /// Whether the fields about layers are there: no bit of 0x700 is set in rpu_format.
        package var hasLayers: Bool
    }

    /// rpu_format, usually 18.
    package var format: UInt16
    /// vdr_rpu_profile: 0 or 1.
    package var codedProfile: UInt8
    /// vdr_rpu_level.
    package var codedLevel: UInt8
    /// The part about the sequence; nil if it is left out.
    package var sequence: Sequence?
    /// Whether there is display management data.
    package var hasDisplayManagement: Bool
    /// Whether the mapping is that of an earlier RPU: use_prev_vdr_rpu_flag.
    package var repeatsMapping: Bool

    /// Why an RPU cannot be understood without earlier ones, so that it does not survive another order of pictures.
    package enum Dependence: Hashable, Sendable, CaseIterable {
        /// It repeats the mapping of an earlier one.
        case mapping
        /// Its display management data is compressed.
        case compression
        /// It leaves out what it says about the sequence.
        case sequence

        /// As in "its display management data is compressed".
        package var words: String {
            switch self {
            case .mapping: "it repeats the mapping of an earlier one (use_prev_vdr_rpu_flag)"
            case .compression: "its display management data is compressed"
            case .sequence: "it leaves out the sequence's part of its header"
            }
        }
    }

    /// What ties it to earlier RPUs; empty for one that stands alone.
    package var dependences: [Dependence] {
        Dependence.allCases.filter {
            switch $0 {
            case .mapping: repeatsMapping
            case .compression: sequence.map { $0.compression != 0 } ?? false
            case .sequence: sequence == nil
            }
        }
    }

    /// The profile that these fields mean: 4, 5, 7 or 8; nil if they are of none of these. The record of the container
    /// tells the compatibility, which is not in an RPU.
    package var profile: UInt8? {
        guard let sequence else { return nil }
        switch codedProfile {
        case 0: return sequence.isFullRange ? 5 : nil
        case 1:
            guard sequence.hasSmallerEnhancement, !sequence.hasNoResidual else { return 8 }
            return sequence.resultDepth == 12 ? 7 : 4
        default: return nil
        }
    }
}
