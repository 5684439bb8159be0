import Media

/// SSIM of the luma plane as FFmpeg's `ssim` filter and x264 compute it: windows of 8x8 samples every four samples.
///
/// Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural similarity", IEEE
/// Transactions on Image Processing 13 (4), 2004; box windows in place of Gaussian ones. x265's own figure for a frame
/// starts its windows two samples further in and leaves rows out between its slices of work, so it differs a little.
enum StructuralSimilarity {
    /// Of one block of 4x4 samples: sums of the first, of the second, of both squared, and of the products.
    private typealias Sums = SIMD4<Int32>

    /// The mean over all windows, at most 1. Precondition: equal format and size, at least 8x8 samples.
    static func luma<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of reference: borrowing Reference,
        and other: borrowing Other
    ) -> Double {
        let format = reference.format
        return PlanePair.lend(plane: 0, of: reference, and: other) { pair, left, right in
            switch format {
            case .yuv420p8: mean(pair, left, right, peak: 255, as: UInt8.self)
            case .yuv420p10: mean(pair, left, right, peak: 1023, as: UInt16.self)
            }
        }
    }

    private static func mean<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        peak: Double,
        as sample: Sample.Type
    ) -> Double where SIMD8<Sample>: BitwiseCopyable {
        let (columns, rows) = (pair.width / 4, pair.height / 4)
        precondition(columns > 1 && rows > 1, "a window of 8x8 samples fits")
        let luminance = (0.01 * 0.01 * peak * peak * 64 + 0.5).rounded(.down)
        let contrast = (0.03 * 0.03 * peak * peak * 64 * 63 + 0.5).rounded(.down)
        var above = [Sums](repeating: Sums(), count: columns)
        var below = above
        var total = 0.0
        fill(&below, blockRow: 0, pair, left, right, as: sample)
        for row in 1..<rows {
            swap(&above, &below)
            fill(&below, blockRow: row, pair, left, right, as: sample)
            var sum = 0.0
            for column in 0..<columns - 1 {
                let window = above[column] &+ above[column + 1] &+ below[column] &+ below[column + 1]
                let (s1, s2) = (Double(window[0]), Double(window[1]))
                let variances = Double(window[2]) * 64 - s1 * s1 - s2 * s2
                let covariance = Double(window[3]) * 64 - s1 * s2
                sum +=
                    (2 * s1 * s2 + luminance) * (2 * covariance + contrast)
                    / ((s1 * s1 + s2 * s2 + luminance) * (variances + contrast))
            }
            total += sum
        }
        return total / Double((rows - 1) * (columns - 1))
    }

    /// Sums up a row of blocks, two blocks at a time; with an odd number the last pair starts one block earlier.
    private static func fill<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
        _ sums: inout [Sums],
        blockRow: Int,
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        as sample: Sample.Type
    ) where SIMD8<Sample>: BitwiseCopyable {
        let size = MemoryLayout<Sample>.size
        var block = 0
        while block < sums.count {
            let first = min(block, sums.count - 2)
            var (s1, s2, squares, products) = (SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>())
            for row in blockRow * 4..<blockRow * 4 + 4 {
                // Safe: the eight samples of blocks `first` and `first + 1` lie in a row of the plane (width >= 4 *
                // count, height >= 4 * blocks), which `PlanePair.lend` found inside its bytes.
                let a = unsafe left.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: row * pair.referenceStride + first * 4 * size,
                    as: SIMD8<Sample>.self
                )
                let b = unsafe right.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: row * pair.otherStride + first * 4 * size,
                    as: SIMD8<Sample>.self
                )
                let (x, y) = (SIMD8<Int32>(truncatingIfNeeded: a), SIMD8<Int32>(truncatingIfNeeded: b))
                s1 &+= x
                s2 &+= y
                squares &+= x &* x &+ y &* y
                products &+= x &* y
            }
            sums[first] = total(s1.lowHalf, s2.lowHalf, squares.lowHalf, products.lowHalf)
            sums[first + 1] = total(s1.highHalf, s2.highHalf, squares.highHalf, products.highHalf)
            block += 2
        }
    }

    /// The four totals of four columns each.
    private static func total(_ a: Sums, _ b: Sums, _ c: Sums, _ d: Sums) -> Sums {
        let ab = SIMD8(lowHalf: a, highHalf: b)
        let cd = SIMD8(lowHalf: c, highHalf: d)
        let abPairs = ab.evenHalf &+ ab.oddHalf
        let cdPairs = cd.evenHalf &+ cd.oddHalf
        return SIMD4(
            lowHalf: abPairs.evenHalf &+ abPairs.oddHalf,
            highHalf: cdPairs.evenHalf &+ cdPairs.oddHalf
        )
    }
}
