package import Media

extension PictureHasher {
    /// The hash of a whole picture: luma, Cb and Cr in turn, rows without padding.
    package static func hash(of picture: borrowing some PlanarPicture & ~Copyable) -> PictureHash {
        var hasher = PictureHasher()
        for plane in 0..<3 {
            let rows = picture.height(ofPlane: plane)
            let rowBytes = picture.width(ofPlane: plane) * picture.format.bytesPerSample
            picture.withPlane(plane) { bytes, stride in
                hasher.update(plane: bytes, rows: rows, rowBytes: rowBytes, stride: stride)
            }
        }
        return hasher.finish()
    }
}
