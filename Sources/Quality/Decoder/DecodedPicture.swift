import CDe265
import Checksums
package import Media

/// A decoded picture: in libde265's memory, valid for the duration of one call, or in memory of its own.
@safe package struct DecodedPicture: ~Copyable {
    /// The picture of libde265; nil for one in memory of its own.
    private let image: OpaquePointer?
    /// The planes in memory of their own, one after the other; empty for a picture of libde265.
    private let storage: [UInt8]
    /// Format of all three planes.
    package let format: PixelFormat
    /// Size in luma samples after cropping by the conformance window.
    package let size: PictureSize
    /// Tag of its sample.
    package let tag: Int64
    /// HEVC TemporalId of its slices.
    package let temporalLevel: Int

    /// Reads the properties of an image, which must outlive this value.
    init(lending image: OpaquePointer) throws(DecodeError) {
        // Safe: libde265 keeps the image until it is released, which happens after the caller's use of this value.
        let tag = unsafe de265_get_image_PTS(image)
        let depths = (0..<3).map { unsafe de265_get_bits_per_pixel(image, CInt($0)) }
        let isPlanar420 = unsafe de265_get_chroma_format(image) == de265_chroma_420
        let width = Int(unsafe de265_get_image_width(image, 0))
        let height = Int(unsafe de265_get_image_height(image, 0))
        let format = PixelFormat.allCases.first { format in depths.allSatisfy { $0 == CInt(format.bitDepth) } }
        guard isPlanar420, let format, width > 0, height > 0 else {
            let chroma = isPlanar420 ? "4:2:0" : "not 4:2:0"
            throw DecodeError(
                code: .unsupportedPicture,
                tag: tag,
                cause: "its pictures are \(width)x\(height), \(chroma), with \(depths[0]) bits of luma"
            )
        }
        var level: CInt = 0
        unsafe de265_get_image_NAL_header(image, nil, nil, nil, &level)
        unsafe self.image = unsafe image
        storage = []
        self.format = format
        self.size = PictureSize(width: width, height: height)
        self.tag = tag
        self.temporalLevel = Int(level)
    }

    /// A picture of another decoder, without temporal levels.
    ///
    /// - Parameter storage: all planes without padding, one after the other. Precondition: it has that many bytes.
    package init(_ storage: [UInt8], _ format: PixelFormat, _ size: PictureSize, tag: Int64) {
        unsafe image = nil
        self.storage = storage
        self.format = format
        self.size = size
        self.tag = tag
        temporalLevel = 0
        let samples = (0..<3).reduce(0) { $0 + width(ofPlane: $1) * height(ofPlane: $1) }
        precondition(storage.count >= samples * format.bytesPerSample, "the planes have fewer bytes than the format")
    }

    /// Hash of its cropped planes, comparable with the hash of the encoder's reconstruction.
    package func hash() -> PictureHash { PictureHasher.hash(of: self) }
}

extension DecodedPicture: PlanarPicture {
    /// Lends a cropped plane, with libde265's padding between rows.
    package func withPlane<Result>(_ plane: Int, _ body: (RawSpan, Int) throws -> Result) rethrows -> Result {
        guard let image = unsafe image else {
            func byteCount(_ plane: Int) -> Int {
                width(ofPlane: plane) * height(ofPlane: plane) * format.bytesPerSample
            }
            let start = (0..<plane).reduce(0) { $0 + byteCount($1) }
            // Safe: bytes have neither padding nor illegal bit patterns.
            let all = unsafe storage.span.bytes
            let part = all.extracting(start..<start + byteCount(plane))
            return try body(part, width(ofPlane: plane) * format.bytesPerSample)
        }
        var stride: CInt = 0
        // Safe: the image is valid (see `init`). All bytes from the first cropped sample to the last one of the last
        // row belong to its plane, whose rows are `stride` bytes apart and have at least `rowBytes` each.
        let base = unsafe de265_get_image_plane(image, CInt(plane), &stride)
        let rowBytes = width(ofPlane: plane) * format.bytesPerSample
        let count = (height(ofPlane: plane) - 1) * Int(stride) + rowBytes
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return try body(unsafe bytes.bytes, Int(stride))
    }
}
