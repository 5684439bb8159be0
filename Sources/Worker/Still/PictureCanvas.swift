import Media

/// A picture that is put together from others.
struct PictureCanvas {
    private let format: PixelFormat
    private let size: PictureSize
    private var storage: [UInt8]

    /// Starts with zeros. Precondition: both sides are even.
    init(format: PixelFormat, size: PictureSize) {
        self.format = format
        self.size = size
        storage = [UInt8](repeating: 0, count: Picture.byteCount(format: format, size: size))
    }

    /// The picture as it is now.
    var picture: Picture {
        Picture(
            format: format,
            size: size,
            frame: 0,
            presentationTime: MediaTime(value: 0, timescale: 1),
            duration: MediaTime(value: 1, timescale: 1),
            storage: storage
        )
    }

    /// Copies the part of a picture that is inside. Precondition: both coordinates are even, the formats are the same.
    mutating func paste(_ other: Picture, left: Int, top: Int) {
        precondition(left % 2 == 0 && top % 2 == 0 && other.format == format, "4:2:0 is pasted at even places")
        let bytes = format.bytesPerSample
        for plane in 0..<3 {
            let shift = plane == 0 ? 0 : 1
            let (x, y) = (left / (1 << shift), top / (1 << shift))
            let (width, height) = (size.width >> shift, size.height >> shift)
            let columns = max(0, -x)..<min(other.size.width >> shift, width - x)
            let rows = max(0, -y)..<min(other.size.height >> shift, height - y)
            let (from, to) = (other.byteRange(ofPlane: plane).lowerBound, start(ofPlane: plane))
            for row in rows {
                let read = from + row * other.stride(ofPlane: plane) + columns.lowerBound * bytes
                let write = to + ((y + row) * width + x + columns.lowerBound) * bytes
                let count = columns.count * bytes
                storage.replaceSubrange(write..<write + count, with: other.storage[read..<read + count])
            }
        }
    }

    /// The place of a plane in `storage`.
    private func start(ofPlane plane: Int) -> Int {
        let luma = size.width * size.height * format.bytesPerSample
        return plane == 0 ? 0 : plane == 1 ? luma : luma + luma / 4
    }

    /// Repeats the last luma column and row of what is shown, where it has odd sides.
    mutating func repeatEdges(beyond shown: PictureSize) {
        let (stride, bytes) = (size.width * format.bytesPerSample, format.bytesPerSample)
        if shown.width < size.width {
            for row in 0..<size.height {
                let end = (row + 1) * stride
                let last = Array(storage[end - 2 * bytes..<end - bytes])
                storage.replaceSubrange(end - bytes..<end, with: last)
            }
        }
        if shown.height < size.height {
            let last = (size.height - 2) * stride
            let line = Array(storage[last..<last + stride])
            storage.replaceSubrange(last + stride..<last + 2 * stride, with: line)
        }
    }
}
