import Media

/// The meaning of ten-bit PQ samples: from steps of luma to light, in integers.
///
/// Values are steps of luma above black with `fractionBits` fractional bits. The table has light at four places per
/// step and interpolates linearly between them: it is exact to 2 millionths.
struct LightTable: Sendable {
    /// Fractional bits of values in steps of luma.
    static let fractionBits: Int32 = 19
    /// Those of them that are between two entries of the table.
    static let restBits: Int32 = 17
    /// Units of the table per 1 cd/m²: the peak of PQ fills 31 bits.
    static let unitsPerCandela = 131072.0

    /// The code of black luma.
    let black: Int32
    /// The value of R' = 1.
    let peak: Int32
    /// The value of one step of a colour difference, which spans -0.5 to 0.5.
    let chromaUnit: Double
    /// Light at equal distances from black to peak, and the increase up to the next entry.
    let entries: [SIMD2<UInt32>]

    /// Tabulates ten bits (H.273 8.3): luma has 876 or all 1023 steps, colour differences have 896 or 1023.
    init(isFullRange: Bool) {
        let lumaSteps = isFullRange ? 1023.0 : 876.0
        black = isFullRange ? 0 : 64
        peak = Int32(lumaSteps) << Self.fractionBits
        chromaUnit = Double(1 << Self.fractionBits) * lumaSteps / (isFullRange ? 1023.0 : 896.0)
        let last = Int(peak >> Self.restBits)
        let light = (0...last).map { place in
            UInt32((PerceptualQuantizer.luminance(of: Double(place) / Double(last)) * Self.unitsPerCandela).rounded())
        }
        entries = light.indices.map { SIMD2(light[$0], $0 < last ? light[$0 + 1] - light[$0] : 0) }
    }
}
