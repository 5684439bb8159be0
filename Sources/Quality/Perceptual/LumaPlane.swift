package import Media

/// The luma of a source picture without padding. Activity is measured in it, and later pictures need it after the
/// picture itself is released.
package struct LumaPlane: Sendable {
    /// Width in samples.
    let width: Int
    /// Height in samples.
    let height: Int
    /// Format of the picture.
    let format: PixelFormat
    /// Samples row by row as in the picture, `stride` bytes per row.
    let samples: [UInt8]

    /// Bytes of a row.
    var stride: Int { width * format.bytesPerSample }

    /// Bits of a sample: 8 or 10.
    var bitDepth: Int { format.bitDepth }

    /// Copies the luma of a picture.
    ///
    /// - Parameter room: a plane that is no longer needed; its memory is reused if it has the same size.
    package init<Source: PlanarPicture & ~Copyable>(of picture: borrowing Source, in room: consuming LumaPlane? = nil) {
        width = picture.width(ofPlane: 0)
        height = picture.height(ofPlane: 0)
        format = picture.format
        let (rows, rowBytes) = (height, width * format.bytesPerSample)
        var samples = room.take()?.samples ?? []
        samples.removeAll(keepingCapacity: true)
        samples.reserveCapacity(rows * rowBytes)
        PlanePair.lend(plane: 0, of: picture, and: picture) { pair, bytes, _ in
            let isWhole = pair.referenceStride == rowBytes
            for row in 0..<(isWhole ? 1 : rows) {
                let start = row * pair.referenceStride
                // Safe: `PlanePair.lend` checked that the plane has all of its rows; `extracting` checks it again.
                unsafe bytes.extracting(start..<start + (isWhole ? rows : 1) * rowBytes)
                    .withUnsafeBytes { unsafe samples.append(contentsOf: $0) }
            }
        }
        self.samples = samples
    }

    /// Whether another plane has the same size and format.
    func isLike(_ other: LumaPlane) -> Bool {
        width == other.width && height == other.height && format == other.format
    }
}
