import Media

/// What ten-bit samples of PQ mean: from steps of luma to light, in integers.
///
/// Values are steps of luma above black with `fractionBits` after the point. Light stands at four places of a step, and
/// between them on a straight line: it is exact to 2 millionths.
struct LightTable: Sendable {
    /// Bits after the point of values in steps of luma.
    static let fractionBits: Int32 = 19
    /// Bits of them that lie between two entries of the table.
    static let restBits: Int32 = 17
    /// Units of the table in 1 cd/m²: the peak of PQ fills 31 bits.
    static let unitsPerCandela = 131072.0

    /// The code of black luma.
    let black: Int32
    /// The value of R' = 1.
    let peak: Int32
    /// What one step of a colour difference from -0.5 to 0.5 is in values.
    let chromaUnit: Double
    /// Light at equal distances from black to peak, and how much more it is at the next one.
    let entries: [SIMD2<UInt32>]

    /// Tabulates ten bits (H.273 8.3): luma takes 876 or all 1023 steps, colour differences take 896 or 1023.
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
