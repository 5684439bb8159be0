/// The contribution of red and blue to luma: KR and KB of H.273 8.3, for matrices that convert R'G'B' to Y'CbCr.
///
/// The inverse of such a matrix is R' = Y' + 2 (1 - KR) Cr and B' = Y' + 2 (1 - KB) Cb.
package struct LumaWeights: Hashable, Sendable {
    /// KR, between 0 and 1.
    package let red: Double
    /// KB, between 0 and 1.
    package let blue: Double

    /// The rest.
    package var green: Double { 1 - red - blue }

    /// What 1 of Cr adds to R'.
    package var redOfCr: Double { 2 * (1 - red) }
    /// What 1 of Cb adds to B'.
    package var blueOfCb: Double { 2 * (1 - blue) }
    /// What 1 of Cr adds to G'.
    package var greenOfCr: Double { -redOfCr * red / green }
    /// What 1 of Cb adds to G'.
    package var greenOfCb: Double { -blueOfCb * blue / green }

    /// The weights of BT.2020, MatrixCoefficients 9.
    package static let bt2020 = LumaWeights(red: 0.2627, blue: 0.0593)

    private init(red: Double, blue: Double) { (self.red, self.blue) = (red, blue) }

    /// The weights for films without a matrix: those of television of their size.
    package init(ofUntagged size: PictureSize) {
        (red, blue) = size.height < 720 ? (0.299, 0.114) : (0.2126, 0.0722)
    }

    /// The weights of MatrixCoefficients; nil for codes without their own weights: R'G'B' itself, YCgCo, constant
    /// luminance, ICtCp, matrices derived from primaries, and unspecified.
    package init?(matrix: UInt8) {
        switch matrix {
        case 1: (red, blue) = (0.2126, 0.0722)
        case 4: (red, blue) = (0.30, 0.11)
        case 5, 6: (red, blue) = (0.299, 0.114)
        case 7: (red, blue) = (0.212, 0.087)
        case 9: self = .bt2020
        default: return nil
        }
    }
}
