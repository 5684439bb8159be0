import CX265
package import Media

/// The picture that decoders will output for a frame, in the encoder's own memory: lent for the duration of one call.
@safe package struct ReconstructedPicture: ~Copyable {
    /// Format of all three planes.
    package let format: PixelFormat
    /// Size in luma samples, without the padding to whole coding units.
    package let size: PictureSize
    /// Position in presentation order within the range, from 0.
    package let place: Int
    private let planes: [UnsafeMutableRawPointer?]
    private let strides: [Int]

    /// Lends the planes that libx265 returned, which must outlive this value; nil if a plane is missing.
    init?(lending picture: x265_picture, size: PictureSize, format: PixelFormat) {
        unsafe planes = unsafe [picture.planes.0, picture.planes.1, picture.planes.2]
        guard unsafe planes.allSatisfy({ unsafe $0 != nil }) else { return nil }
        strides = unsafe [Int(picture.stride.0), Int(picture.stride.1), Int(picture.stride.2)]
        place = unsafe Int(picture.poc)
        self.size = size
        self.format = format
    }

    /// Lends the planes that an encoder returned, with rows `strides` bytes apart. They must outlive this value and
    /// have the sizes of the format; nil if one is missing.
    init?(
        lending planes: [UnsafeMutableRawPointer?],
        strides: [Int],
        place: Int,
        size: PictureSize,
        format: PixelFormat
    ) {
        guard unsafe planes.count == 3, unsafe planes.allSatisfy({ unsafe $0 != nil }) else { return nil }
        unsafe self.planes = unsafe planes
        self.strides = strides
        self.place = place
        self.size = size
        self.format = format
    }
}

extension ReconstructedPicture: PlanarPicture {
    /// Lends a plane of the encoder's memory, with its padding between rows.
    package func withPlane<Result>(_ plane: Int, _ body: (RawSpan, Int) throws -> Result) rethrows -> Result {
        let rowBytes = width(ofPlane: plane) * format.bytesPerSample
        let count = (height(ofPlane: plane) - 1) * strides[plane] + rowBytes
        // Safe: no plane is missing (see `init`); the encoder's reconstruction has at least this many rows of `stride`
        // bytes, the last one at least `rowBytes` long, valid until the next call of the encoder, which this value does
        // not outlive.
        let bytes = unsafe UnsafeRawBufferPointer(start: planes[plane], count: count)
        return try body(unsafe bytes.bytes, strides[plane])
    }
}
