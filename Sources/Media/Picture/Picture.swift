/// One decoded picture: three tightly packed planes of a 4:2:0 format, with its frame number and times.
///
/// Planes follow one another in `storage`: luma, Cb, Cr. Rows have no padding, so a stride is the plane's width times
/// the bytes per sample. Width and height are even.
package struct Picture: Sendable {
    /// Format of all three planes.
    package let format: PixelFormat
    /// Size in luma samples, both even.
    package let size: PictureSize
    /// Number of the frame in presentation order, from 0 at the film's start.
    package let frame: Int
    /// When the picture is presented.
    package let presentationTime: MediaTime
    /// How long it is presented.
    package let duration: MediaTime
    /// The damage of the picture in the source; nil if there is none.
    package let damage: String?
    /// The light metadata of this picture in the source; nil if it has none.
    package let light: LightMetadata?
    /// The planes, one after the other.
    package private(set) var storage: [UInt8]

    /// Bytes of a picture of this format and size.
    package static func byteCount(format: PixelFormat, size: PictureSize) -> Int {
        size.width * size.height * 3 / 2 * format.bytesPerSample
    }

    /// Creates a picture over its samples. Precondition: `storage` has `byteCount(format:size:)` bytes, sizes are even.
    package init(
        format: PixelFormat,
        size: PictureSize,
        frame: Int,
        presentationTime: MediaTime,
        duration: MediaTime,
        damage: String? = nil,
        light: LightMetadata? = nil,
        storage: [UInt8]
    ) {
        precondition(size.width % 2 == 0 && size.height % 2 == 0, "4:2:0 pictures have even sizes")
        precondition(storage.count == Picture.byteCount(format: format, size: size), "storage holds three planes")
        self.format = format
        self.size = size
        self.frame = frame
        self.presentationTime = presentationTime
        self.duration = duration
        self.damage = damage
        self.light = light
        self.storage = storage
    }

    /// Bytes from the start of one row to the next in plane 0 (luma), 1 (Cb) or 2 (Cr).
    package func stride(ofPlane plane: Int) -> Int {
        (plane == 0 ? size.width : size.width / 2) * format.bytesPerSample
    }

    /// Rows of plane 0, 1 or 2.
    package func rows(ofPlane plane: Int) -> Int { plane == 0 ? size.height : size.height / 2 }

    /// The place of plane 0, 1 or 2 in `storage`.
    package func byteRange(ofPlane plane: Int) -> Range<Int> {
        let luma = size.width * size.height * format.bytesPerSample
        switch plane {
        case 0: return 0..<luma
        case 1: return luma..<(luma + luma / 4)
        default: return (luma + luma / 4)..<(luma + luma / 2)
        }
    }
}
