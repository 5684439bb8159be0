import CPictureSums
import Media

/// The sum of squared sample differences of a plane, from which PSNR is computed.
enum SquaredError {
    /// Number of differences that a 32-bit lane adds before it is emptied: 2^20 (ten bits, squared) times 2^11 is less
    /// than 2^32.
    private static let differencesPerLane = 2048

    /// Sum over one plane of two pictures of equal format and size.
    static func sum<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        plane: Int,
        of reference: borrowing Reference,
        and other: borrowing Other,
        by unit: SumUnit = .best
    ) -> UInt64 {
        let format = reference.format
        return PlanePair.lend(plane: plane, of: reference, and: other) { pair, left, right in
            sum(pair, left, right, in: PlaneBlock(whole: pair), format: format, by: unit)
        }
    }

    /// Sum over a block of two borrowed planes. Precondition: the block is within the planes.
    static func sum(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        in block: PlaneBlock,
        format: PixelFormat,
        by unit: SumUnit = .best
    ) -> UInt64 {
        precondition(block.isInside(width: pair.width, height: pair.height), "the block must be within the planes")
        if unit == .avx2, block.width >= SumUnit.leastWidth {
            return vectors(pair, left, right, block, isDeep: format == .yuv420p10)
        }
        return switch format {
        case .yuv420p8: sum(pair, left, right, block, as: UInt8.self)
        case .yuv420p10: sum(pair, left, right, block, as: UInt16.self)
        }
    }

    private static func vectors(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        _ block: PlaneBlock,
        isDeep: Bool
    ) -> UInt64 {
        #if arch(x86_64)
            let first = block.column * (isDeep ? 2 : 1)
            let (leftStart, rightStart) = (
                block.row * pair.referenceStride + first, block.row * pair.otherStride + first
            )
            let sum = unsafe isDeep ? granary_squared_error_10 : granary_squared_error_8
            return unsafe left.withUnsafeBytes { left in
                unsafe right.withUnsafeBytes { right in
                    // Safe: only the block is read, which is within the planes as the caller checked, and the planes
                    // are within their bytes as `PlanePair.lend` checked.
                    unsafe sum(
                        left.bytes(from: leftStart),
                        pair.referenceStride,
                        right.bytes(from: rightStart),
                        pair.otherStride,
                        block.width,
                        block.height
                    )
                }
            }
        #else
            preconditionFailure("AVX2 is not available")
        #endif
    }

    private static func sum<Sample: StoredSample>(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        _ block: PlaneBlock,
        as sample: Sample.Type
    ) -> UInt64 {
        var total: UInt64 = 0
        let edge = block.column + block.width
        for row in block.row..<block.row + block.height {
            // Samples `column` to `column + 7` are in the block and so in the row, which is within the plane as
            // `PlanePair.lend` checked.
            let (leftRow, rightRow) = (row * pair.referenceStride, row * pair.otherStride)
            var column = block.column
            while column + 8 <= edge {
                let end = min(edge - 7, column + 8 * differencesPerLane)
                var lanes = SIMD8<UInt32>()
                while column < end {
                    let a = Sample.values(left, at: leftRow + column * Sample.size)
                    let b = Sample.values(right, at: rightRow + column * Sample.size)
                    let difference = SIMD8<Int32>(truncatingIfNeeded: a &- b)
                    lanes &+= SIMD8<UInt32>(truncatingIfNeeded: difference &* difference)
                    column += 8
                }
                for lane in 0..<8 { total += UInt64(lanes[lane]) }
            }
            while column < edge {
                let a = Sample.value(left, at: leftRow + column * Sample.size)
                let b = Sample.value(right, at: rightRow + column * Sample.size)
                let difference = Int64(a) - Int64(b)
                total += UInt64(difference * difference)
                column += 1
            }
        }
        return total
    }
}
