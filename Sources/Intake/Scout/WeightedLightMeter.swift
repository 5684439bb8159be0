import Media

/// Measures PQ pictures whose luma is a weighted sum of R', G' and B'.
///
/// PQ increases everywhere, so the largest of R, G and B is that of the largest of R', G' and B'. Its difference from
/// luma is the same for all pixels of a chroma sample.
///
/// Everything is computed in integers, and the sum does not depend on its order. R'G'B' of a pixel is exact to 2^-10 of
/// a step of luma. Its light is read from a table with four entries per step and is exact to 2 millionths.
struct WeightedLightMeter: LightMeasuring {
    private let samples: WeightedSamples

    /// Creates a meter for 10-bit pictures of a colour whose matrix has these weights.
    init(_ weights: LumaWeights, isFullRange: Bool) {
        samples = WeightedSamples(weights, isFullRange: isFullRange)
    }

    /// Measures a picture. Precondition: it has 10 bits.
    func measure(_ picture: Picture) -> MeasuredLight {
        let sums = sums(of: picture)
        let pixels = Double(picture.size.width * picture.size.height)
        return MeasuredLight(
            frame: picture.frame,
            maximum: PerceptualQuantizer.luminance(of: Double(sums.largest) / Double(samples.peak)),
            average: Double(sums.light) / pixels / LightTable.unitsPerCandela
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
            // Safe: a picture has three whole planes, and all offsets below are in their rows.
            Int32(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
        }
        let peak = samples.peak
        let table = samples.light.entries.span
        let (fractionBits, restBits) = (LightTable.fractionBits, LightTable.restBits)
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
                let added = samples.added(cb: cb, cr: cr)
                let above = max(max(added.red, added.blue), added.green)

                func light(at offset: Int) -> UInt64 {
                    let value = min(max(sample(offset) &<< fractionBits &+ above, 0), peak)
                    largest = max(largest, value)
                    let entry = table[Int(value &>> restBits)]
                    let rest = UInt64(truncatingIfNeeded: value & (1 &<< restBits &- 1))
                    return UInt64(entry.x) &<< UInt64(restBits) &+ UInt64(entry.y) &* rest
                }
                firstLight &+= light(at: first + 4 * column) &+ light(at: first + 4 * column + 2)
                secondLight &+= light(at: second + 4 * column) &+ light(at: second + 4 * column + 2)
            }
            total &+= firstLight &>> UInt64(restBits) &+ secondLight &>> UInt64(restBits)
        }
        return (largest, total)
    }
}
