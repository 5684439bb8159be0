/// The meaning of the sample values of a picture, in the codes of ITU-T H.273 (ISO/IEC 23091-2).
///
/// Code 2 is "unspecified" for the first three; a source without tags stays without tags. Every code is kept, also
/// those that Granary does not know.
package struct ColourDescription: Hashable, Sendable, Codable {
    /// ColourPrimaries, H.273 8.1: 1 BT.709, 9 BT.2020, 12 P3-D65.
    package var primaries: UInt8
    /// TransferCharacteristics, H.273 8.2: 1 BT.709, 16 PQ, 18 HLG.
    package var transfer: UInt8
    /// MatrixCoefficients, H.273 8.3: 1 BT.709, 9 BT.2020 non-constant luminance.
    package var matrix: UInt8
    /// VideoFullRangeFlag, H.273 8.3; nil if the source does not say.
    package var isFullRange: Bool?

    /// Creates a description; everything is unspecified by default.
    package init(primaries: UInt8 = 2, transfer: UInt8 = 2, matrix: UInt8 = 2, isFullRange: Bool? = nil) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// True if all codes are unspecified.
    package static let unspecified = ColourDescription()

    /// True if the range is unspecified too.
    package var isUnspecified: Bool { self == .unspecified }

    /// True for the transfer characteristics of HDR: PQ (16) or HLG (18).
    package var isHDR: Bool { transfer == 16 || transfer == 18 }
}
