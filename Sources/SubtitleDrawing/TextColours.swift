import Media

/// Converts the colours of subtitles, which are R'G'B' of BT.709 with 8 bits, to samples of a film.
struct TextColours {
    private let conversion: ColourConversion?
    private let weights: LumaWeights
    private let isFullRange: Bool
    private let bitDepth: Int
    private var known: [UInt32: SIMD3<Int>] = [:]

    /// Creates a conversion. White has 203 cd/m² in PQ and HLG, as when a film becomes HDR. Of colours that cannot be
    /// converted, as those without tags, only the matrix is used.
    init(_ colour: ColourDescription, size: PictureSize, bitDepth: Int) {
        weights = LumaWeights(matrix: colour.matrix) ?? LumaWeights(ofUntagged: size)
        isFullRange = colour.isFullRange == true
        self.bitDepth = bitDepth
        let own = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
        let isSame = colour.primaries == own.primaries && !colour.isHDR
        conversion =
            isSame ? nil : ColourConversion.Terms(from: own, to: colour).map { ColourConversion($0, peak: 100) }
    }

    /// Y', Cb and Cr as stored, for 0xRRGGBB.
    mutating func samples(of colour: UInt32) -> SIMD3<Int> {
        if let samples = known[colour] { return samples }
        var signal = RGBMatrix.Colour(
            Double(colour >> 16 & 0xFF) / 255,
            Double(colour >> 8 & 0xFF) / 255,
            Double(colour & 0xFF) / 255
        )
        if let conversion { signal = conversion.signal(signal) }
        let luma = weights.red * signal.x + weights.green * signal.y + weights.blue * signal.z
        let (blue, red) = ((signal.z - luma) / weights.blueOfCb, (signal.x - luma) / weights.redOfCr)
        let samples = SIMD3(stored(luma, isChroma: false), stored(blue, isChroma: true), stored(red, isChroma: true))
        known[colour] = samples
        return samples
    }

    /// A component as stored (H.273 8.3).
    private func stored(_ value: Double, isChroma: Bool) -> Int {
        let unit = Double(1 << (bitDepth - 8))
        let greatest = Double(1 << bitDepth) - 1
        let scale = isFullRange ? greatest : (isChroma ? 224 : 219) * unit
        let offset = isChroma ? 128 * unit : isFullRange ? 0 : 16 * unit
        return Int(min(max((value * scale + offset).rounded(), 0), greatest))
    }
}
