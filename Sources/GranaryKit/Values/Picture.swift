import Media

/// A picture with its times. The counterpart of a CVPixelBuffer in a CMSampleBuffer.
///
/// Its planes follow each other: luma, Cb, Cr, without padding between rows.
public struct Picture: Sendable {
    let wrapped: Media.Picture

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - width: luma samples in a row, even and positive.
    ///   - height: rows of luma samples, even and positive.
    ///   - presentationTime: when it is presented.
    ///   - duration: how long it is presented, positive.
    ///   - bytes: the planes, `format.byteCount(width:height:)` bytes.
    /// - Throws: `GranaryError.Code.wrongFrame` if the size is not even or the bytes are not as many.
    public init(
        format: PixelFormat,
        width: Int,
        height: Int,
        presentationTime: MediaTime,
        duration: MediaTime,
        bytes: [UInt8]
    ) throws(GranaryError) {
        func refusal(_ cause: String) -> GranaryError {
            GranaryError(
                .wrongFrame,
                attempted: "create a picture",
                subject: "\(width)x\(height), \(format)",
                cause: cause
            )
        }
        guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
            throw refusal("its sides are not from 1 to \(Self.largestSide)")
        }
        guard width % 2 == 0, height % 2 == 0 else { throw refusal("4:2:0 needs an even width and an even height") }
        let byteCount = format.byteCount(width: width, height: height)
        guard bytes.count == byteCount else { throw refusal("it has \(bytes.count) bytes, but needs \(byteCount)") }
        wrapped = Media.Picture(
            format: format.wrapped,
            size: PictureSize(width: width, height: height),
            frame: 0,
            presentationTime: presentationTime.wrapped,
            duration: duration.wrapped,
            storage: bytes
        )
    }

    init(_ wrapped: Media.Picture) { self.wrapped = wrapped }

    /// HEVC level 6.2 has no longer side (ISO/IEC 23008-2, A.4.1).
    static let largestSide = 16_888

    /// The format of its planes.
    public var format: PixelFormat { PixelFormat(wrapped.format) }
    /// Luma samples in a row.
    public var width: Int { wrapped.size.width }
    /// Rows of luma samples.
    public var height: Int { wrapped.size.height }
    /// When it is presented.
    public var presentationTime: MediaTime { MediaTime(wrapped.presentationTime) }
    /// How long it is presented.
    public var duration: MediaTime { MediaTime(wrapped.duration) }
    /// The planes, one after the other.
    public var bytes: [UInt8] { wrapped.storage }
}
