import Media

/// The sum of squared sample differences of a plane, the raw material of PSNR.
enum SquaredError {
    /// Differences that a lane of 32 bits adds up before it is emptied: 2^20 (ten bits, squared) times 2^11 stays below 2^32.
    private static let differencesPerLane = 2048

    /// Sums over one plane of two pictures of equal format and size.
    static func sum<Reference: PlanarPicture & ~Copyable, Other: PlanarPicture & ~Copyable>(
        plane: Int,
        of reference: borrowing Reference,
        and other: borrowing Other
    ) -> UInt64 {
        let format = reference.format
        return PlanePair.lend(plane: plane, of: reference, and: other) { pair, left, right in
            sum(pair, left, right, in: PlaneBlock(whole: pair), format: format)
        }
    }

    /// Sums over a block of two lent planes. Precondition: the block lies inside of the planes.
    static func sum(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        in block: PlaneBlock,
        format: PixelFormat
    ) -> UInt64 {
        precondition(block.isInside(width: pair.width, height: pair.height), "a block lies inside of its plane")
        return switch format {
        case .yuv420p8: sum(pair, left, right, block, as: UInt8.self)
        case .yuv420p10: sum(pair, left, right, block, as: UInt16.self)
        }
    }

    private static func sum<Sample: FixedWidthInteger & UnsignedInteger & SIMDScalar & BitwiseCopyable>(
        _ pair: PlanePair,
        _ left: RawSpan,
        _ right: RawSpan,
        _ block: PlaneBlock,
        as sample: Sample.Type
    ) -> UInt64 where SIMD8<Sample>: BitwiseCopyable {
        let size = MemoryLayout<Sample>.size
        var total: UInt64 = 0
        let edge = block.column + block.width
        for row in block.row..<block.row + block.height {
            let (leftRow, rightRow) = (row * pair.referenceStride, row * pair.otherStride)
            var column = block.column
            while column + 8 <= edge {
                let end = min(edge - 7, column + 8 * differencesPerLane)
                var lanes = SIMD8<UInt32>()
                while column < end {
                    // Safe: samples `column` to `column + 7` lie in the block and so in the row, which `PlanePair.lend`
                    // found inside its plane.
                    let a = unsafe left.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: leftRow + column * size,
                        as: SIMD8<Sample>.self
                    )
                    let b = unsafe right.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: rightRow + column * size,
                        as: SIMD8<Sample>.self
                    )
                    let difference = SIMD8<Int32>(truncatingIfNeeded: a) &- SIMD8<Int32>(truncatingIfNeeded: b)
                    lanes &+= SIMD8<UInt32>(truncatingIfNeeded: difference &* difference)
                    column += 8
                }
                for lane in 0..<8 { total += UInt64(lanes[lane]) }
            }
            while column < edge {
                // Safe: as above, for one sample.
                let a = unsafe left.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: leftRow + column * size,
                    as: Sample.self
                )
                let b = unsafe right.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: rightRow + column * size,
                    as: Sample.self
                )
                let difference = Int64(a) - Int64(b)
                total += UInt64(difference * difference)
                column += 1
            }
        }
        return total
    }
}
