import CZimg
import FFmpeg
import Media

/// Three planes whose rows start at multiples of 64 bytes, as zimg requires.
@safe final class PlaneBuffers {
    private let widths: [Int]
    private let heights: [Int]
    private let buffers: [AlignedBuffer]

    /// Allocates the planes of a picture; chroma is halved `shiftX` and `shiftY` times.
    init(size: PictureSize, shiftX: Int, shiftY: Int, bytesPerSample: Int) {
        // Halving rounds up, as FFmpeg and zimg do.
        let chromaWidth = (size.width + (1 << shiftX) - 1) >> shiftX
        let chromaHeight = (size.height + (1 << shiftY) - 1) >> shiftY
        widths = [size.width, chromaWidth, chromaWidth].map { $0 * bytesPerSample }
        heights = [size.height, chromaHeight, chromaHeight]
        buffers = zip(widths, heights).map { AlignedBuffer(byteCount: Self.aligned($0) * $1) }
    }

    private static func aligned(_ byteCount: Int) -> Int { (byteCount + 63) / 64 * 64 }

    /// Addresses of the planes; valid as long as this object.
    @unsafe var planes: granary_planes {
        unsafe granary_planes(
            data: (buffers[0].start, buffers[1].start, buffers[2].start),
            stride: (stride(0), stride(1), stride(2))
        )
    }

    /// Bytes of all planes without padding.
    var byteCount: Int { zip(widths, heights).reduce(0) { $0 + $1.0 * $1.1 } }

    /// Rows of a plane.
    func rowCount(_ plane: Int) -> Int { heights[plane] }

    /// Bytes of a row of a plane, without padding.
    func rowByteCount(_ plane: Int) -> Int { widths[plane] }

    /// Address of a row of a plane; valid as long as this object.
    @unsafe func row(_ row: Int, ofPlane plane: Int) -> UnsafeMutableRawPointer {
        unsafe buffers[plane].start + row * stride(plane)
    }

    /// Bytes from one row of a plane to the next.
    func stride(_ plane: Int) -> Int { Self.aligned(widths[plane]) }

    /// Copies a part into a plane, and repeats its last column and row up to the edges.
    ///
    /// - Parameters:
    ///   - left: bytes of each row before the part.
    ///   - top: rows before the part.
    ///   - size: of the part in samples of this plane, not larger than the plane here.
    @unsafe func fill(
        plane: Int,
        from source: LentPlane,
        left: Int,
        top: Int,
        size: PictureSize,
        bytesPerSample: Int
    ) {
        let byteCount = size.width * bytesPerSample
        unsafe fill(plane: plane, size: size, bytesPerSample: bytesPerSample) { row, line in
            unsafe line.copyMemory(from: source.row(top + row) + left, byteCount: byteCount)
        }
    }

    /// Lets a function write the rows of a part of a plane, and repeats its last column and row up to the edges.
    ///
    /// - Parameters:
    ///   - size: of the part in samples of this plane, not larger than the plane here.
    ///   - write: is called with the number of a row of the part and the address of its `size.width` samples.
    @unsafe func fill(
        plane: Int,
        size: PictureSize,
        bytesPerSample: Int,
        _ write: (Int, UnsafeMutableRawPointer) -> Void
    ) {
        let byteCount = size.width * bytesPerSample
        precondition(byteCount <= widths[plane] && size.height <= heights[plane], "a part fits into its plane")
        for row in 0..<heights[plane] {
            let line = unsafe buffers[plane].start + row * stride(plane)
            unsafe write(min(row, size.height - 1), line)
            for place in Swift.stride(from: byteCount, to: widths[plane], by: bytesPerSample) {
                unsafe (line + place).copyMemory(from: line + byteCount - bytesPerSample, byteCount: bytesPerSample)
            }
        }
    }

    /// All planes without padding.
    func packed() -> [UInt8] {
        // Safe: every byte of the array is written once, from rows inside the planes.
        unsafe [UInt8](unsafeUninitializedCapacity: byteCount) { storage, count in
            var offset = 0
            for plane in 0..<3 {
                for row in 0..<heights[plane] {
                    let line = unsafe UnsafeRawBufferPointer(
                        start: buffers[plane].start + row * stride(plane),
                        count: widths[plane]
                    )
                    let rest = unsafe storage[offset..<offset + widths[plane]]
                    unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: rest))
                        .copyMemory(from: line)
                    offset += widths[plane]
                }
            }
            count = offset
        }
    }
}
