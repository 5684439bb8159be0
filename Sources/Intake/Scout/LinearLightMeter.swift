import Media

/// Measures PQ pictures whose matrix mixes linear light: ICtCp (14) and constant luminance (10). Each pixel needs three
/// lookups in the light table; a weighted sum needs one.
///
/// The sum is of integers: light in 2^-23 cd/m² and coefficients in 2^-23. They determine the brightest pixel; its
/// light is computed in doubles.
struct LinearLightMeter: LightMeasuring {
    /// Bits that light has in addition to those of the table.
    private static let moreBits = 6
    /// Fractional bits of the coefficients of R, G and B.
    private static let mixtureBits = 23

    /// Y', Cb and Cr of a pixel as coded.
    private struct Sample {
        var luma: Int32
        var cb: Int32
        var cr: Int32
    }

    private let table: LightTable
    private let mixture: PrimaryMixture
    /// What a step of a colour difference adds to the three values, by its sign.
    private let first: (positive: SIMD3<Int32>, negative: SIMD3<Int32>)
    private let second: (positive: SIMD3<Int32>, negative: SIMD3<Int32>)
    /// R, G and B of the light of each value.
    private let light: (SIMD3<Int64>, SIMD3<Int64>, SIMD3<Int64>)

    /// Creates a meter for 10-bit pictures; nil for other matrices.
    init?(matrix: UInt8, isFullRange: Bool) {
        guard let mixture = PrimaryMixture(matrix: matrix) else { return nil }
        let table = LightTable(isFullRange: isFullRange)
        func steps(_ slopes: (positive: SIMD3<Double>, negative: SIMD3<Double>)) -> (SIMD3<Int32>, SIMD3<Int32>) {
            let (positive, negative) = (slopes.positive * table.chromaUnit, slopes.negative * table.chromaUnit)
            return (
                SIMD3<Int32>(positive, rounding: .toNearestOrAwayFromZero),
                SIMD3<Int32>(negative, rounding: .toNearestOrAwayFromZero)
            )
        }
        func fixed(_ column: SIMD3<Double>) -> SIMD3<Int64> {
            SIMD3<Int64>(column * Double(1 << Self.mixtureBits), rounding: .toNearestOrAwayFromZero)
        }
        self.table = table
        self.mixture = mixture
        first = steps(mixture.first)
        second = steps(mixture.second)
        light = (fixed(mixture.light.0), fixed(mixture.light.1), fixed(mixture.light.2))
    }

    func measure(_ picture: Picture) -> MeasuredLight {
        let (brightest, sum) = sums(of: picture)
        let pixels = Double(picture.size.width * picture.size.height)
        return MeasuredLight(
            frame: picture.frame,
            maximum: luminance(of: brightest),
            average: Double(sum) / pixels / (LightTable.unitsPerCandela * Double(1 << Self.moreBits))
        )
    }

    /// The light of a pixel in cd/m², in doubles.
    private func luminance(of sample: Sample) -> Double {
        func stretched(_ steps: Int32, _ slopes: (positive: SIMD3<Double>, negative: SIMD3<Double>)) -> SIMD3<Double> {
            let slope: SIMD3<Double> = steps < 0 ? slopes.negative : slopes.positive
            return slope * (Double(steps) * table.chromaUnit)
        }
        let luma = Double((sample.luma - table.black) << LightTable.fractionBits)
        var values: SIMD3<Double> = stretched(sample.cb, mixture.first)
        values += stretched(sample.cr, mixture.second)
        values += luma
        func light(_ value: Double) -> Double { PerceptualQuantizer.luminance(of: value / Double(table.peak)) }
        var colour: SIMD3<Double> = mixture.light.0 * light(values.x)
        colour += mixture.light.1 * light(values.y)
        colour += mixture.light.2 * light(values.z)
        return min(max(colour.max(), 0), PerceptualQuantizer.peak)
    }

    /// The pixel with the largest R, G or B, and the light of all pixels.
    private func sums(of picture: Picture) -> (brightest: Sample, light: UInt64) {
        // Safe: bytes have no padding between them.
        let bytes = unsafe picture.storage.span.bytes
        let (lumaStride, chromaStride) = (picture.stride(ofPlane: 0), picture.stride(ofPlane: 1))
        let (blueStart, redStart) = (picture.byteRange(ofPlane: 1).lowerBound, picture.byteRange(ofPlane: 2).lowerBound)
        func sample(_ offset: Int) -> Int32 {
            // Safe: a picture has three whole planes, and all offsets below are in their rows.
            Int32(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
        }
        let entries = table.entries.span
        let mixtures = self.light
        let (fractionBits, restBits) = (LightTable.fractionBits, LightTable.restBits)
        func light(_ value: Int32) -> Int64 {
            let value = min(max(value, 0), table.peak)
            let entry = entries[Int(value &>> restBits)]
            let rest = Int64(value & (1 &<< restBits &- 1))
            let line = Int64(entry.x) &<< Int64(restBits) &+ Int64(entry.y) &* rest
            return line &>> (Int64(restBits) &- Int64(Self.moreBits))
        }
        let brightestOfAll = Int64(PerceptualQuantizer.peak * LightTable.unitsPerCandela) &<< Int64(Self.moreBits)
        var brightest = Sample(luma: 0, cb: 0, cr: 0)
        var largest: Int64 = -1
        // 37 bits for the light of a pixel: pictures of 2^26 pixels fit, and the largest of HEVC have 2^25.1.
        var total: UInt64 = 0
        for row in 0..<picture.size.height / 2 {
            for column in 0..<picture.size.width / 2 {
                let cb = sample(blueStart + row * chromaStride + 2 * column) &- 512
                let cr = sample(redStart + row * chromaStride + 2 * column) &- 512
                let ofBlue: SIMD3<Int32> = (cb < 0 ? first.negative : first.positive) &* cb
                let ofRed: SIMD3<Int32> = (cr < 0 ? second.negative : second.positive) &* cr
                let difference: SIMD3<Int32> = ofBlue &+ ofRed
                for place in 0..<4 {
                    let luma = sample((2 * row + place / 2) * lumaStride + 4 * column + 2 * (place % 2))
                    let base: Int32 = (luma &- table.black) &<< fractionBits
                    let values: SIMD3<Int32> = difference &+ base
                    var mixed: SIMD3<Int64> = mixtures.0 &* light(values.x)
                    mixed &+= mixtures.1 &* light(values.y)
                    mixed &+= mixtures.2 &* light(values.z)
                    let unbounded = max(mixed.x, mixed.y, mixed.z) &>> Int64(Self.mixtureBits)
                    let bounded = min(max(unbounded, 0), brightestOfAll)
                    total &+= UInt64(bounded)
                    if bounded > largest {
                        largest = bounded
                        brightest = Sample(luma: luma, cb: cb, cr: cr)
                    }
                }
            }
        }
        return (brightest, total)
    }
}
