package import Media

/// Measures how the light of PQ pictures is distributed: for HDR10+, and for the peak of a film. Pixels are those of
/// `LightMeter`.
///
/// Pixels are counted by their largest R', G' or B', to the nearest quarter of a step of luma. MaxSCL is exact; average
/// and levels are those of the quarter steps. Counts are integers, so nothing depends on the order of pixels.
package struct DistributionMeter: Sendable {
    private let samples: WeightedSamples
    /// Light of each quarter step from black to peak, in cd/m².
    private let lights: [Double]

    /// Creates a meter for 10-bit pictures; nil for other transfer than PQ, and for matrices without weights.
    package init?(_ colour: ColourDescription) {
        guard colour.transfer == 16, let weights = LumaWeights(matrix: colour.matrix) else { return nil }
        samples = WeightedSamples(weights, isFullRange: colour.isFullRange ?? false)
        let last = samples.light.entries.count - 1
        lights = (0...last).map { PerceptualQuantizer.luminance(of: Double($0) / Double(last)) }
    }

    /// Measures a picture. Precondition: it has 10 bits.
    package func measure(_ picture: Picture) -> LightDistribution {
        precondition(picture.format == .yuv420p10, "PQ has ten bits")
        let counted = count(picture)
        let pixels = Double(picture.size.width * picture.size.height)
        var average = 0.0
        for (count, light) in zip(counted.places, lights) where count > 0 { average += Double(count) * light }
        return LightDistribution(
            maximum: counted.maximum.map { value in
                tenths(PerceptualQuantizer.luminance(of: Double(value) / Double(samples.peak)))
            },
            average: tenths(average / pixels),
            levels: levels(counted.places),
            dimPercentage: dimPercentage(counted.places)
        )
    }

    /// The level of each share: that of the first place up to which there are so many pixels.
    private func levels(_ places: [UInt32]) -> [UInt32] {
        let pixels = places.reduce(UInt64(0)) { $0 + UInt64($1) }
        var (place, below) = (0, UInt64(places[0]))
        return LightDistribution.shares.map { share in
            let wanted = UInt64((share * Double(pixels)).rounded(.up))
            while below < wanted, place < places.count - 1 {
                place += 1
                below += UInt64(places[place])
            }
            return tenths(lights[place])
        }
    }

    private func dimPercentage(_ places: [UInt32]) -> UInt32 {
        let limit = Double(LightDistribution.dimLimit) / 10
        var (dim, pixels) = (UInt64(0), UInt64(0))
        for (count, light) in zip(places, lights) {
            pixels += UInt64(count)
            if light <= limit { dim += UInt64(count) }
        }
        return UInt32((dim * 100 + pixels / 2) / max(pixels, 1))
    }

    private func tenths(_ luminance: Double) -> UInt32 {
        UInt32(min(max((luminance * 10).rounded(), 0), Double(LightDistribution.peak)))
    }

    /// The number of pixels at each place of the table, and the largest R', G' and B'.
    private func count(_ picture: Picture) -> (places: [UInt32], maximum: [Int32]) {
        // Safe: bytes have no padding between them.
        let bytes = unsafe picture.storage.span.bytes
        let (width, height) = (picture.size.width, picture.size.height)
        let (lumaStride, chromaStride) = (picture.stride(ofPlane: 0), picture.stride(ofPlane: 1))
        let (blueStart, redStart) = (picture.byteRange(ofPlane: 1).lowerBound, picture.byteRange(ofPlane: 2).lowerBound)
        func sample(_ offset: Int) -> Int32 {
            // Safe: a picture has three whole planes, and all offsets below are in their rows.
            Int32(unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
        }
        let (fractionBits, restBits) = (LightTable.fractionBits, LightTable.restBits)
        let last = Int32(lights.count - 1)
        // Neighbours are often alike: two tables save the wait for the count of the one before.
        var even = [UInt32](repeating: 0, count: lights.count)
        var odd = even
        var evenCounts = even.mutableSpan
        var oddCounts = odd.mutableSpan
        var largest: (red: Int32, green: Int32, blue: Int32) = (0, 0, 0)
        for row in 0..<height / 2 {
            let (first, second) = (2 * row * lumaStride, (2 * row + 1) * lumaStride)
            let (blueRow, redRow) = (blueStart + row * chromaStride, redStart + row * chromaStride)
            for column in 0..<width / 2 {
                let added = samples.added(
                    cb: sample(blueRow + 2 * column) &- 512,
                    cr: sample(redRow + 2 * column) &- 512
                )
                let above = max(max(added.red, added.blue), added.green)
                // Rounded here for all four pixels: whole steps of luma are whole quarters.
                let quarters = (above &+ 1 &<< (restBits &- 1)) &>> restBits
                func place(_ luma: Int32) -> Int {
                    Int(min(max(luma &<< (fractionBits &- restBits) &+ quarters, 0), last))
                }
                let (upperLeft, upperRight) = (sample(first + 4 * column), sample(first + 4 * column + 2))
                let (lowerLeft, lowerRight) = (sample(second + 4 * column), sample(second + 4 * column + 2))
                evenCounts[place(upperLeft)] &+= 1
                oddCounts[place(upperRight)] &+= 1
                evenCounts[place(lowerLeft)] &+= 1
                oddCounts[place(lowerRight)] &+= 1
                let luma = max(max(upperLeft, upperRight), max(lowerLeft, lowerRight)) &<< fractionBits
                largest.red = max(largest.red, luma &+ added.red)
                largest.green = max(largest.green, luma &+ added.green)
                largest.blue = max(largest.blue, luma &+ added.blue)
            }
        }
        let maximum = [largest.red, largest.green, largest.blue].map { min($0, samples.peak) }
        return (zip(even, odd).map { $0 &+ $1 }, maximum)
    }
}
