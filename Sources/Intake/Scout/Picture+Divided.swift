package import Media

extension Picture {
    /// The picture with both sides divided by a whole number: each sample is the mean of a square of samples. Columns
    /// and rows that are left over at the right and bottom are omitted, and sides stay even.
    ///
    /// - Parameters:
    ///   - divisor: 1 to half of the shorter side.
    ///   - frame: the number of the smaller picture.
    package func divided(by divisor: Int, frame: Int) -> Picture {
        let small = PictureSize(width: size.width / divisor / 2 * 2, height: size.height / divisor / 2 * 2)
        var bytes = storage
        if divisor > 1 {
            bytes = []
            bytes.reserveCapacity(Picture.byteCount(format: format, size: small))
            for plane in 0..<3 {
                let width = plane == 0 ? small.width : small.width / 2
                let height = plane == 0 ? small.height : small.height / 2
                for row in 0..<height { addRow(row, of: plane, width: width, dividedBy: divisor, to: &bytes) }
            }
        }
        return Picture(
            format: format,
            size: small,
            frame: frame,
            presentationTime: presentationTime,
            duration: duration,
            storage: bytes
        )
    }

    private func addRow(_ row: Int, of plane: Int, width: Int, dividedBy divisor: Int, to bytes: inout [UInt8]) {
        let source = storage.span
        let stride = stride(ofPlane: plane)
        let start = byteRange(ofPlane: plane).lowerBound + row * divisor * stride
        let (area, isWide) = (divisor * divisor, format.bytesPerSample == 2)
        for column in 0..<width {
            var sum = area / 2
            for y in 0..<divisor {
                let line = start + y * stride + column * divisor * format.bytesPerSample
                for x in 0..<divisor {
                    sum +=
                        isWide
                        ? Int(source[line + 2 * x]) | Int(source[line + 2 * x + 1]) << 8 : Int(source[line + x])
                }
            }
            let mean = sum / area
            bytes.append(UInt8(truncatingIfNeeded: mean))
            if isWide { bytes.append(UInt8(truncatingIfNeeded: mean >> 8)) }
        }
    }
}
