import Media

/// The meaning of ten-bit PQ samples whose luma is a weighted sum of R', G' and B': values in steps of luma with
/// `LightTable.fractionBits`, exact to 2^-10 of a step.
struct WeightedSamples: Sendable {
    /// R' = 1 above black.
    let peak: Int32
    /// Light from black to peak.
    let light: LightTable

    /// What one step of Cr adds to R', and of Cb to B'.
    private let redOfCr: Int32
    private let blueOfCb: Int32
    /// What each adds to G'.
    private let greenOfCr: Int32
    private let greenOfCb: Int32
    /// Black luma, in the unit of the values.
    private let black: Int32

    /// Describes the samples of a colour whose matrix has these weights.
    init(_ weights: LumaWeights, isFullRange: Bool) {
        light = LightTable(isFullRange: isFullRange)
        let unit = light.chromaUnit
        (black, peak) = (light.black << LightTable.fractionBits, light.peak)
        redOfCr = Int32((weights.redOfCr * unit).rounded())
        blueOfCb = Int32((weights.blueOfCb * unit).rounded())
        greenOfCr = Int32((weights.greenOfCr * unit).rounded())
        greenOfCb = Int32((weights.greenOfCb * unit).rounded())
    }

    /// What a chroma sample adds to the luma of its pixels to give R', G' and B' above black.
    ///
    /// - Parameters:
    ///   - cb: steps from the middle, and `cr` likewise.
    func added(cb: Int32, cr: Int32) -> (red: Int32, green: Int32, blue: Int32) {
        (redOfCr &* cr &- black, greenOfCb &* cb &+ greenOfCr &* cr &- black, blueOfCb &* cb &- black)
    }
}
