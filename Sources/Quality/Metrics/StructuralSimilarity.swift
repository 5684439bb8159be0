import Media

/// SSIM of the luma plane as FFmpeg's `ssim` filter and x264 compute it: windows of 8x8 samples every four samples.
///
/// Wang, Bovik, Sheikh, Simoncelli, "Image quality assessment: from error visibility to structural similarity", IEEE
/// Transactions on Image Processing 13 (4), 2004; box windows in place of Gaussian ones. x265's own figure for a frame
/// starts its windows two samples further in and leaves rows out between its slices of work, so it differs a little.
///
/// On its way it sees the squared error of every 4x4 samples, which is what PSNR and XPSNR need of luma: all three take one pass.
enum StructuralSimilarity {
    /// What one pass over luma finds.
    struct Outcome {
        /// The mean over all windows, at most 1.
        var mean: Double
        /// Sums of squared differences of the blocks that were asked for, row by row.
        var errors: [UInt64]
    }

    /// Of one block of 4x4 samples: sums of the first, of the second, of squared differences, and of products.
    private typealias Sums = SIMD4<Int32>

    /// The mean over all windows, at most 1. Precondition: equal format and size, at least 8x8 samples.
    static func luma<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of reference: borrowing Reference,
        and other: borrowing Other
    ) -> Double {
        outcome(of: reference, and: other, blockSize: 1 << 30).mean
    }

    /// The mean over all windows, and the squared errors of blocks. Precondition: equal format and size, at least 8x8 samples.
    ///
    /// - Parameter blockSize: width and height of a block, a multiple of four; blocks at the right and lower edge may be smaller.
    static func outcome<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        of reference: borrowing Reference,
        and other: borrowing Other,
        blockSize: Int
    ) -> Outcome {
        precondition(blockSize >= 4 && blockSize % 4 == 0, "blocks are made of 4x4 samples")
        let format = reference.format
        return PlanePair.lend(plane: 0, of: reference, and: other) { pair, left, right in
            switch format {
            case .yuv420p8: outcome(pair, left, right, blockSize, peak: 255, as: UInt8.self, product: UInt16.self)
            case .yuv420p10: outcome(pair, left, right, blockSize, peak: 1023, as: Int16.self, product: Int32.self)
            }
        }
    }

    /// - Parameter product: what holds the product of two samples, and adds up four of a narrower sample.
    private static func outcome<
        Sample: SIMDScalar & FixedWidthInteger & BitwiseCopyable,
        Product: SIMDScalar & FixedWidthInteger
    >(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        _ blockSize: Int,
        peak: Double,
        as sample: Sample.Type,
        product: Product.Type
    ) -> Outcome where SIMD8<Sample>: BitwiseCopyable {
        let (columns, rows) = (pair.width / 4, pair.height / 4)
        precondition(columns > 1 && rows > 1, "a window of 8x8 samples fits")
        let windows = SSIMWindows(peak: peak)
        let perBlock = min(blockSize / 4, max(columns, rows) + 1)
        let blocksInRow = (columns + perBlock - 1) / perBlock
        var errors = [UInt64](repeating: 0, count: blocksInRow * ((rows + perBlock - 1) / perBlock))
        var above = [Sums](repeating: Sums(), count: columns)
        var below = above
        var total = 0.0
        for row in 0..<rows {
            swap(&above, &below)
            fill(&below, blockRow: row, pair, left, right, as: sample, product: product)
            let firstBlock = row / perBlock * blocksInRow
            for block in 0..<blocksInRow {
                var sum: UInt32 = 0
                // At most 2^15 columns of 16 squares of ten bits each would not fit: HEVC's largest picture has 2^13.5 of them.
                for column in block * perBlock..<min((block + 1) * perBlock, columns) {
                    sum &+= UInt32(truncatingIfNeeded: below[column][2])
                    if sum >= 1 << 31 {
                        errors[firstBlock + block] += UInt64(sum)
                        sum = 0
                    }
                }
                errors[firstBlock + block] += UInt64(sum)
            }
            if row > 0 { total += windows.sum(above, below) }
        }
        if pair.width % 4 != 0 || pair.height % 4 != 0 {
            errors = PlaneBlock.covering(
                width: pair.width,
                height: pair.height,
                blockWidth: min(blockSize, pair.width),
                blockHeight: min(blockSize, pair.height)
            ).map { SquaredError.sum(pair, left, right, in: $0, format: peak > 255 ? .yuv420p10 : .yuv420p8) }
        }
        return Outcome(mean: total / Double((rows - 1) * (columns - 1)), errors: errors)
    }

    /// Sums up a row of blocks, two blocks at a time; with an odd number the last pair starts one block earlier.
    private static func fill<
        Sample: SIMDScalar & FixedWidthInteger & BitwiseCopyable,
        Product: SIMDScalar & FixedWidthInteger
    >(
        _ sums: inout [Sums],
        blockRow: Int,
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        as sample: Sample.Type,
        product: Product.Type
    ) where SIMD8<Sample>: BitwiseCopyable {
        let size = MemoryLayout<Sample>.size
        var span = sums.mutableSpan
        let count = span.count
        var block = 0
        while block < count {
            let first = min(block, count - 2)
            var (s1, s2) = (SIMD8<Int16>(), SIMD8<Int16>())
            var (squares, products) = (SIMD8<Int32>(), SIMD8<Int32>())
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
                // Samples of ten bits stay below 2^13 in four rows.
                s1 &+= SIMD8<Int16>(truncatingIfNeeded: a)
                s2 &+= SIMD8<Int16>(truncatingIfNeeded: b)
                let (x, y) = (SIMD8<Product>(truncatingIfNeeded: a), SIMD8<Product>(truncatingIfNeeded: b))
                // Modulo 2^16 the square of a negative difference of eight bits is that of the positive one.
                let difference = x &- y
                squares &+= SIMD8<Int32>(truncatingIfNeeded: difference &* difference)
                products &+= SIMD8<Int32>(truncatingIfNeeded: x &* y)
            }
            let (wide1, wide2) = (SIMD8<Int32>(truncatingIfNeeded: s1), SIMD8<Int32>(truncatingIfNeeded: s2))
            span[first] = total(wide1.lowHalf, wide2.lowHalf, squares.lowHalf, products.lowHalf)
            span[first + 1] = total(wide1.highHalf, wide2.highHalf, squares.highHalf, products.highHalf)
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
