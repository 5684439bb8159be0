import Media

/// How the samples of a planar 4:2:0 picture are stored. More formats may come.
public struct PixelFormat: Hashable, Sendable {
    let wrapped: Media.PixelFormat

    init(_ wrapped: Media.PixelFormat) { self.wrapped = wrapped }

    /// Three planes, one byte per sample.
    public static let yuv420p8 = PixelFormat(.yuv420p8)
    /// Three planes, two bytes per sample, little-endian, the value in the low ten bits.
    public static let yuv420p10 = PixelFormat(.yuv420p10)

    /// Bits of each sample: 8 or 10. It is also the depth of the stream.
    public var bitDepth: Int { wrapped.bitDepth }

    /// Bytes of a picture: all planes, without padding.
    ///
    /// - Parameters:
    ///   - width: luma samples in a row, even and positive.
    ///   - height: rows of luma samples, even and positive.
    public func byteCount(width: Int, height: Int) -> Int {
        Media.Picture.byteCount(format: wrapped, size: PictureSize(width: width, height: height))
    }
}

extension PixelFormat: CustomStringConvertible {
    /// FFmpeg's name of the format without its byte order, as in `yuv420p10`.
    public var description: String { wrapped.rawValue }
}
