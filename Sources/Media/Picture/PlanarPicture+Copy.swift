extension PlanarPicture where Self: ~Copyable {
    /// A copy that outlives the call that lent the samples. Precondition: width and height are even.
    package func picture(frame: Int, presentationTime: MediaTime, duration: MediaTime) -> Picture {
        var storage: [UInt8] = []
        storage.reserveCapacity(Picture.byteCount(format: format, size: size))
        for plane in 0..<3 {
            let rowBytes = width(ofPlane: plane) * format.bytesPerSample
            let rows = height(ofPlane: plane)
            withPlane(plane) { bytes, stride in
                for row in 0..<rows {
                    // Safe: `withPlane` lends at least (rows - 1) * stride + rowBytes bytes; extracting checks it.
                    unsafe bytes.extracting(row * stride..<row * stride + rowBytes)
                        .withUnsafeBytes { unsafe storage.append(contentsOf: $0) }
                }
            }
        }
        return Picture(
            format: format,
            size: size,
            frame: frame,
            presentationTime: presentationTime,
            duration: duration,
            storage: storage
        )
    }
}
