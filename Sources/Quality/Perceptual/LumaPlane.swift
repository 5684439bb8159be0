package import Media

/// The luma of a source picture without padding: what activity is measured in, and what the measure of a later picture
/// still needs when the picture itself is gone.
package struct LumaPlane: Sendable {
    /// Samples in a row.
    let width: Int
    /// Rows.
    let height: Int
    /// Format of the picture.
    let format: PixelFormat
    /// Row after row, as the picture stores its samples: `stride` bytes a row.
    let samples: [UInt8]

    /// Bytes of a row.
    var stride: Int { width * format.bytesPerSample }

    /// Bits of a sample: 8 or 10.
    var bitDepth: Int { format.bitDepth }

    /// Copies the luma of a picture.
    ///
    /// - Parameter room: a plane that nobody wants any more: where it is of the same size, its memory is used.
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
                // Safe: `PlanePair.lend` found that the plane holds all of its rows; extracting checks it.
                unsafe bytes.extracting(start..<start + (isWhole ? rows : 1) * rowBytes)
                    .withUnsafeBytes { unsafe samples.append(contentsOf: $0) }
            }
        }
        self.samples = samples
    }

    /// Whether another plane can be compared with it sample by sample.
    func isLike(_ other: LumaPlane) -> Bool {
        width == other.width && height == other.height && format == other.format
    }
}
