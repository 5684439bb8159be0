package import Media

/// Measures how bright PQ pictures are by CTA-861.3: MaxCLL and MaxFALL of a film are the maxima over its pictures.
///
/// Every luma sample is a pixel, with the chroma sample that it shares with its three neighbours: no value is made up between
/// two samples, and flat areas are exact up to their edges. R', G' and B' are clamped to 0 to 1. Because PQ rises
/// everywhere, the largest of R, G and B is that of the largest of R', G' and B', which differs from luma by as much for
/// all pixels of a chroma sample.
///
/// Everything is computed in integers, and the sum does not depend on its order. A pixel's R'G'B' is exact to 2^-10 of a
/// step of luma; its light is read from a table with four entries for a step, and is exact to 2 millionths.
package struct LightMeter: Sendable {
    /// Bits after the point of values in steps of luma.
    private static let fractionBits: Int32 = 19
    /// Bits of them that lie between two entries of the table.
    private static let restBits: Int32 = 17
    /// Units of the table in 1 cd/m²: the peak of PQ fills 31 bits.
    private static let unitsPerCandela = 131072.0

    /// The value of black luma.
    private let black: Int32
    /// R' = 1 above black, in steps of luma with `fractionBits`.
    private let peak: Int32
    /// What one step of Cr adds to R', and of Cb to B', in the same units.
    private let redOfCr: Int32
    private let blueOfCb: Int32
    /// What they add to G'.
    private let greenOfCr: Int32
    private let greenOfCb: Int32
    /// Light at equal distances from black to peak, and how much more it is at the next one.
    private let table: [SIMD2<UInt32>]

    /// Creates a meter for 10-bit pictures; nil for colours whose `obstacleToLightLevels` says why.
    ///
    /// A range that is not said is the limited one, as decoders take it (ISO/IEC 23008-2 E.3.1).
    package init?(_ colour: ColourDescription) {
        guard colour.obstacleToLightLevels == nil, let weights = LumaWeights(matrix: colour.matrix) else { return nil }
        let isFullRange = colour.isFullRange ?? false
        // H.273 8.3 for ten bits: luma takes 876 or all 1023 steps, colour differences from -0.5 to 0.5 take 896 or 1023.
        let lumaSteps = isFullRange ? 1023.0 : 876.0
        let chromaSteps = isFullRange ? 1023.0 : 896.0
        let unit = Double(1 << Self.fractionBits) * lumaSteps / chromaSteps
        let (red, blue) = (2 * (1 - weights.red), 2 * (1 - weights.blue))
        black = isFullRange ? 0 : 64
        peak = Int32(lumaSteps) << Self.fractionBits
        redOfCr = Int32((red * unit).rounded())
        blueOfCb = Int32((blue * unit).rounded())
        greenOfCr = Int32((-red * weights.red / weights.green * unit).rounded())
        greenOfCb = Int32((-blue * weights.blue / weights.green * unit).rounded())
        let last = Int(peak >> Self.restBits)
        let light = (0...last).map { place in
            UInt32((PerceptualQuantizer.luminance(of: Double(place) / Double(last)) * Self.unitsPerCandela).rounded())
        }
        table = light.indices.map { SIMD2(light[$0], $0 < last ? light[$0 + 1] - light[$0] : 0) }
    }

    /// Measures a picture. Precondition: it has 10 bits.
    package func measure(_ picture: Picture) -> MeasuredLight {
        precondition(picture.format == .yuv420p10, "PQ has ten bits")
        let sums = sums(of: picture)
        let pixels = Double(picture.size.width * picture.size.height)
        return MeasuredLight(
            frame: picture.frame,
            maximum: PerceptualQuantizer.luminance(of: Double(sums.largest) / Double(peak)),
            average: Double(sums.light) / pixels / Self.unitsPerCandela
        )
    }

    /// The largest R', G' or B' of all pixels, and the light of all of them in units of the table.
    private func sums(of picture: Picture) -> (largest: Int32, light: UInt64) {
        // Safe: bytes have no padding between them.
        let bytes = unsafe picture.storage.span.bytes
        let (width, height) = (picture.size.width, picture.size.height)
        let (lumaStride, chromaStride) = (picture.stride(ofPlane: 0), picture.stride(ofPlane: 1))
        let (blueStart, redStart) = (picture.byteRange(ofPlane: 1).lowerBound, picture.byteRange(ofPlane: 2).lowerBound)
        func sample(_ offset: Int) -> Int32 {
            // Safe: a picture holds three whole planes, and all offsets below lie in rows of theirs.
            Int32(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
        }
        let table = table.span
        var largest: Int32 = 0
        var total: UInt64 = 0
        for row in 0..<height / 2 {
            let (first, second) = (2 * row * lumaStride, (2 * row + 1) * lumaStride)
            let (blueRow, redRow) = (blueStart + row * chromaStride, redStart + row * chromaStride)
            // With `restBits` more bits than the table has: 48 bits for a pixel, so that a row of any width fits.
            var (firstLight, secondLight): (UInt64, UInt64) = (0, 0)
            for column in 0..<width / 2 {
                let cb = sample(blueRow + 2 * column) &- 512
                let cr = sample(redRow + 2 * column) &- 512
                let green = greenOfCb &* cb &+ greenOfCr &* cr
                let above = max(max(redOfCr &* cr, blueOfCb &* cb), green) &- black &<< Self.fractionBits

                func light(at offset: Int) -> UInt64 {
                    let value = min(max(sample(offset) &<< Self.fractionBits &+ above, 0), peak)
                    largest = max(largest, value)
                    let entry = table[Int(value &>> Self.restBits)]
                    let rest = UInt64(truncatingIfNeeded: value & (1 &<< Self.restBits &- 1))
                    return UInt64(entry.x) &<< UInt64(Self.restBits) &+ UInt64(entry.y) &* rest
                }
                firstLight &+= light(at: first + 4 * column) &+ light(at: first + 4 * column + 2)
                secondLight &+= light(at: second + 4 * column) &+ light(at: second + 4 * column + 2)
            }
            total &+= firstLight &>> UInt64(Self.restBits) &+ secondLight &>> UInt64(Self.restBits)
        }
        return (largest, total)
    }
}
