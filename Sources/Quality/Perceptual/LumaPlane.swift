package import Media

/// The luma of a source picture as signed samples without padding: what activity is measured in, and what the measure of
/// a later picture still needs when the picture itself is gone.
package struct LumaPlane: Sendable {
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Bits of a sample: 8 or 10.
    let bitDepth: Int
    /// Row after row, `width` times `height` of them.
    let samples: [Int16]

    /// Copies the luma of a picture.
    package init<Source: PlanarPicture & ~Copyable>(of picture: borrowing Source) {
        let format = picture.format
        width = picture.width(ofPlane: 0)
        height = picture.height(ofPlane: 0)
        bitDepth = format.bitDepth
        samples = PlanePair.lend(plane: 0, of: picture, and: picture) { pair, bytes, _ in
            switch format {
            case .yuv420p8: Self.copy(pair, bytes, of: UInt8.self)
            case .yuv420p10: Self.copy(pair, bytes, of: UInt16.self)
            }
        }
    }

    private static func copy<Sample: SIMDScalar & FixedWidthInteger & BitwiseCopyable>(
        _ pair: PlanePair,
        _ bytes: RawSpan,
        of sample: Sample.Type
    ) -> [Int16] where SIMD16<Sample>: BitwiseCopyable {
        let (width, size) = (pair.width, MemoryLayout<Sample>.size)
        return unsafe [Int16](unsafeUninitializedCapacity: width * pair.height) { samples, count in
            guard let base = samples.baseAddress else { return }
            for row in 0..<pair.height {
                let (start, place) = (row * pair.referenceStride, row * width)
                var column = 0
                // Safe: `PlanePair.lend` found that the plane holds all of its rows, samples of two bytes may be unaligned, and as
                // many samples are written as there is room for.
                while column + 16 <= width {
                    let chunk = unsafe bytes.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: start + column * size,
                        as: SIMD16<Sample>.self
                    )
                    unsafe UnsafeMutableRawPointer(base + place + column)
                        .storeBytes(of: SIMD16<Int16>(truncatingIfNeeded: chunk), as: SIMD16<Int16>.self)
                    column += 16
                }
                while column < width {
                    let one = unsafe bytes.unsafeLoadUnaligned(
                        fromUncheckedByteOffset: start + column * size,
                        as: Sample.self
                    )
                    unsafe samples[place + column] = Int16(truncatingIfNeeded: one)
                    column += 1
                }
            }
            count = width * pair.height
        }
    }

    /// Whether another plane can be compared with it sample by sample.
    func isLike(_ other: LumaPlane) -> Bool {
        width == other.width && height == other.height && bitDepth == other.bitDepth
    }
}
