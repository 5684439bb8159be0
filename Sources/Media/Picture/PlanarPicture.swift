/// A picture of three planes whose samples can be lent: a `Picture`, or one that is still in a codec's own memory.
///
/// Hashes and metrics can thus read a codec's planes in place, with padding between rows.
package protocol PlanarPicture: ~Copyable {
    /// Format of all three planes.
    var format: PixelFormat { get }
    /// Size in luma samples, cropped.
    var size: PictureSize { get }

    /// Lends plane 0 (luma), 1 (Cb) or 2 (Cr): its bytes from the first sample to the last one, and the bytes from the
    /// start of one row to the start of the next. Both are valid only during the call.
    func withPlane<Result>(_ plane: Int, _ body: (RawSpan, Int) throws -> Result) rethrows -> Result
}

extension PlanarPicture where Self: ~Copyable {
    /// Samples in a row of plane 0, 1 or 2.
    package func width(ofPlane plane: Int) -> Int { plane == 0 ? size.width : (size.width + 1) / 2 }

    /// Rows of plane 0, 1 or 2.
    package func height(ofPlane plane: Int) -> Int { plane == 0 ? size.height : (size.height + 1) / 2 }
}

extension Picture: PlanarPicture {
    /// Lends a plane of `storage`; its rows have no padding.
    package func withPlane<Result>(_ plane: Int, _ body: (RawSpan, Int) throws -> Result) rethrows -> Result {
        // Safe: bytes have no padding between them; extracting checks its bounds.
        try body(unsafe storage.span.bytes.extracting(byteRange(ofPlane: plane)), stride(ofPlane: plane))
    }
}
