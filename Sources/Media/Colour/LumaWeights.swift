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
        case 9: (red, blue) = (0.2627, 0.0593)
        default: return nil
        }
    }
}
