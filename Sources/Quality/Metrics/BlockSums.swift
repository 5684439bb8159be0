import CPictureSums

/// The basis of SSIM: four sums for each block of 4x4 samples in a row of blocks.
struct BlockSums: ~Copyable {
    /// Number of blocks in the row.
    let count: Int
    /// Distance from the sums of one kind to those of the next.
    let pitch: Int
    /// Sums of the first picture's samples, of the second's, of squared differences, and of products, one kind after
    /// the other. Lanes without a block are 0.
    private(set) var sums: [Int32]

    /// Allocates a row. Precondition: at least two blocks.
    init(count: Int) {
        precondition(count > 1, "a window of 8x8 samples fits")
        self.count = count
        // Four values may be read from any index on.
        pitch = count + 4
        sums = [Int32](repeating: 0, count: 4 * pitch)
    }

    /// Sums the row of blocks that begins `row` blocks below the planes' upper edge. Precondition: it is within the
    /// planes.
    mutating func fill(
        row: Int,
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        isDeep: Bool,
        by unit: SumUnit
    ) {
        precondition(
            row >= 0 && 4 * count <= pair.width && 4 * (row + 1) <= pair.height,
            "the blocks must be within the planes"
        )
        if unit == .avx2, count >= 8 {
            vectors(row, pair, left, right, isDeep: isDeep)
        } else if isDeep {
            fill(row, pair, left, right, as: UInt16.self, product: Int32.self)
        } else {
            fill(row, pair, left, right, as: UInt8.self, product: UInt16.self)
        }
    }

    /// The sum of squared differences of some blocks.
    func squaredError(_ blocks: Range<Int>) -> UInt64 {
        precondition(blocks.lowerBound >= 0 && blocks.upperBound <= count, "the blocks must be within the row")
        var total: UInt64 = 0
        var block = blocks.lowerBound
        while block + 4 <= blocks.upperBound {
            // 16 squares of ten-bit values are less than 2^24: a lane can add 256 of them.
            let end = min(blocks.upperBound - 3, block + 4 * 256)
            var lanes = SIMD4<UInt32>()
            while block < end {
                lanes &+= SIMD4<UInt32>(truncatingIfNeeded: four(2 * pitch + block))
                block += 4
            }
            for lane in 0..<4 { total += UInt64(lanes[lane]) }
        }
        while block < blocks.upperBound {
            total += UInt64(truncatingIfNeeded: sums[2 * pitch + block])
            block += 1
        }
        return total
    }

    /// The sums of one kind for four windows of 2x2 blocks from a block on, of this row and the one below it.
    @inline(__always)
    func windows(_ below: borrowing BlockSums, kind: Int, _ first: Int) -> SIMD4<Double> {
        let place = kind * pitch + first
        return SIMD4<Double>(
            (four(place) &+ below.four(place)) &+ (four(place + 1) &+ below.four(place + 1))
        )
    }

    /// Four sums from an index on.
    @inline(__always)
    private func four(_ place: Int) -> SIMD4<Int32> {
        // Safe: bounds are checked, and all byte values are valid integers.
        unsafe sums.span.bytes.unsafeLoadUnaligned(fromByteOffset: 4 * place, as: SIMD4<Int32>.self)
    }

    private mutating func vectors(
        _ row: Int,
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        isDeep: Bool
    ) {
        #if arch(x86_64)
            let fill = unsafe isDeep ? granary_block_sums_10 : granary_block_sums_8
            let (count, pitch) = (count, pitch)
            unsafe sums.withUnsafeMutableBufferPointer { sums in
                unsafe left.withUnsafeBytes { left in
                    unsafe right.withUnsafeBytes { right in
                        // Safe: four rows of `count` blocks are read, which are within the planes as checked above, and
                        // the planes are within their bytes as `PlanePair.lend` checked; there is space for the `count`
                        // sums of four kinds that are written.
                        unsafe fill(
                            left.bytes(from: 4 * row * pair.referenceStride),
                            pair.referenceStride,
                            right.bytes(from: 4 * row * pair.otherStride),
                            pair.otherStride,
                            count,
                            sums.baseAddress,
                            pitch
                        )
                    }
                }
            }
        #else
            preconditionFailure("AVX2 is not available")
        #endif
    }

    /// Processes two blocks at a time; if their number is odd, the last pair starts one block earlier.
    ///
    /// - Parameter product: a type that can store the product of two samples, or four products of narrower samples.
    private mutating func fill<Sample: StoredSample, Product: SIMDScalar & FixedWidthInteger>(
        _ blockRow: Int,
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        as sample: Sample.Type,
        product: Product.Type
    ) {
        let (count, pitch) = (count, pitch)
        var span = sums.mutableSpan
        var block = 0
        while block < count {
            let first = min(block, count - 2)
            var (s1, s2) = (SIMD8<Int16>(), SIMD8<Int16>())
            var (squares, products) = (SIMD8<Int32>(), SIMD8<Int32>())
            for row in blockRow * 4..<blockRow * 4 + 4 {
                // The eight samples of blocks `first` and `first + 1` are in a row of the plane, as checked above.
                let a = Sample.values(left, at: row * pair.referenceStride + first * 4 * Sample.size)
                let b = Sample.values(right, at: row * pair.otherStride + first * 4 * Sample.size)
                // Four rows of ten-bit samples add up to less than 2^13.
                s1 &+= a
                s2 &+= b
                let (x, y) = (SIMD8<Product>(truncatingIfNeeded: a), SIMD8<Product>(truncatingIfNeeded: b))
                // Modulo 2^16 a negative eight-bit difference has the same square as the positive one.
                let difference = x &- y
                squares &+= SIMD8<Int32>(truncatingIfNeeded: difference &* difference)
                products &+= SIMD8<Int32>(truncatingIfNeeded: x &* y)
            }
            let (wide1, wide2) = (SIMD8<Int32>(truncatingIfNeeded: s1), SIMD8<Int32>(truncatingIfNeeded: s2))
            let one = Self.totals(wide1.lowHalf, wide2.lowHalf, squares.lowHalf, products.lowHalf)
            let other = Self.totals(wide1.highHalf, wide2.highHalf, squares.highHalf, products.highHalf)
            for kind in 0..<4 {
                span[kind * pitch + first] = one[kind]
                span[kind * pitch + first + 1] = other[kind]
            }
            block += 2
        }
    }

    /// The sums of four columns each, as four values.
    private static func totals(
        _ a: SIMD4<Int32>,
        _ b: SIMD4<Int32>,
        _ c: SIMD4<Int32>,
        _ d: SIMD4<Int32>
    ) -> SIMD4<Int32> {
        let (ab, cd) = (SIMD8(lowHalf: a, highHalf: b), SIMD8(lowHalf: c, highHalf: d))
        let (abPairs, cdPairs) = (ab.evenHalf &+ ab.oddHalf, cd.evenHalf &+ cd.oddHalf)
        return SIMD4(
            lowHalf: abPairs.evenHalf &+ abPairs.oddHalf,
            highHalf: cdPairs.evenHalf &+ cdPairs.oddHalf
        )
    }
}
