extension ColourDescription {
    /// The default matrix for converting RGB pictures with these primaries to Y'CbCr: BT.2020's for its primaries
    /// (H.273 8.3, code 9), because its systems allow no other, else BT.709's (1).
    package var matrixOfRGB: UInt8 { primaries == 9 ? 9 : 1 }

    /// The matrices for converting RGB pictures to Y'CbCr: BT.709, FCC, BT.470 BG, BT.601, SMPTE 240M and BT.2020 with
    /// non-constant luminance.
    package static let matricesOfRGB: Set<UInt8> = [1, 4, 5, 6, 7, 9]
}
