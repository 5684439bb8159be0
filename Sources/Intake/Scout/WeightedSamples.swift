import Media

/// The meaning of ten-bit PQ samples whose luma is a weighted sum of R', G' and B': values in steps of luma with
/// `LightTable.fractionBits`, exact to 2^-10 of a step.
struct WeightedSamples: Sendable {
    /// R' = 1 above black.
    let peak: Int32
    /// Light from black to peak.
    let light: LightTable

    /// What one step of Cr adds to R' and G', and one of Cb to G' and B'.
    private let ofCr: SIMD4<Int32>
    private let ofCb: SIMD4<Int32>
    /// Black luma, in the unit of the values.
    private let black: Int32

    /// Describes the samples of a colour whose matrix has these weights.
    init(_ weights: LumaWeights, isFullRange: Bool) {
        light = LightTable(isFullRange: isFullRange)
        let unit = light.chromaUnit
        let (red, blue) = (2 * (1 - weights.red), 2 * (1 - weights.blue))
        (black, peak) = (light.black << LightTable.fractionBits, light.peak)
        let greenOfCr = Int32((-red * weights.red / weights.green * unit).rounded())
        let greenOfCb = Int32((-blue * weights.blue / weights.green * unit).rounded())
        // The fourth number repeats one of the others: it is never the only maximum.
        ofCr = SIMD4(Int32((red * unit).rounded()), greenOfCr, 0, greenOfCr)
        ofCb = SIMD4(0, greenOfCb, Int32((blue * unit).rounded()), greenOfCb)
    }

    /// What a chroma sample adds to the luma of its pixels to give R', G' and B' above black.
    ///
    /// - Parameters:
    ///   - cb: steps from the middle, and `cr` likewise.
    func above(cb: Int32, cr: Int32) -> SIMD4<Int32> {
        let sum: SIMD4<Int32> = ofCb &* cb &+ ofCr &* cr
        return sum &- black
    }
}
