extension Picture {
    /// A part of the picture. What is beyond its edges repeats its last column and row.
    ///
    /// Precondition: the part begins inside the picture, at even coordinates, and its sides are even.
    package func part(_ region: PictureRegion) -> Picture {
        precondition(region.left < size.width && region.top < size.height, "a part begins inside the picture")
        var storage: [UInt8] = []
        storage.reserveCapacity(Picture.byteCount(format: format, size: region.size))
        let bytes = format.bytesPerSample
        for plane in 0..<3 {
            let shift = plane == 0 ? 0 : 1
            let (start, stride) = (byteRange(ofPlane: plane).lowerBound, self.stride(ofPlane: plane))
            let (left, top) = (region.left >> shift, region.top >> shift)
            let (width, height) = (region.size.width >> shift, region.size.height >> shift)
            let taken = min(width, (size.width >> shift) - left)
            for row in 0..<height {
                let line = start + min(top + row, rows(ofPlane: plane) - 1) * stride + left * bytes
                storage += self.storage[line..<line + taken * bytes]
                let last = self.storage[line + (taken - 1) * bytes..<line + taken * bytes]
                for _ in taken..<width { storage += last }
            }
        }
        return Picture(
            format: format,
            size: region.size,
            frame: frame,
            presentationTime: presentationTime,
            duration: duration,
            storage: storage
        )
    }
}
