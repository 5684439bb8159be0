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
        let (width, height) = (picture.width(ofPlane: 0), picture.height(ofPlane: 0))
        let format = picture.format
        self.width = width
        self.height = height
        bitDepth = format.bitDepth
        samples = PlanePair.lend(plane: 0, of: picture, and: picture) { pair, bytes, _ in
            var samples = [Int16](repeating: 0, count: width * height)
            for row in 0..<height {
                for column in 0..<width {
                    // Safe: `PlanePair.lend` found that the plane holds all of its rows; a sample of two bytes may be unaligned.
                    let offset = row * pair.referenceStride + column * format.bytesPerSample
                    samples[row * width + column] =
                        format == .yuv420p8
                        ? Int16(unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self))
                        : Int16(
                            truncatingIfNeeded: unsafe bytes.unsafeLoadUnaligned(
                                fromUncheckedByteOffset: offset,
                                as: UInt16.self
                            )
                        )
                }
            }
            return samples
        }
    }

    /// Whether another plane can be compared with it sample by sample.
    func isLike(_ other: LumaPlane) -> Bool {
        width == other.width && height == other.height && bitDepth == other.bitDepth
    }
}
