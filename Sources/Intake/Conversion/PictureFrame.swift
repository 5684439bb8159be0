import Media

/// The black around pictures that do not fill their frame.
struct PictureFrame {
    private let format: PixelFormat
    private let size: PictureSize
    private let place: PictureRegion
    private let empty: [UInt8]

    /// Creates the frame of a conversion. Precondition: the sides of the place are even, and it is in the frame.
    init(_ conversion: PictureConversion, place: PictureRegion) {
        precondition(
            place.fits(into: conversion.size) && place.size.roundedUpToEven == place.size,
            "a picture has an even size in its frame"
        )
        (format, size, self.place) = (conversion.format, conversion.size, place)
        empty = Self.black(format, size, isFullRange: conversion.isFullRange ?? conversion.sourceIsFullRange ?? false)
    }

    /// The frame around the planes of a picture. Precondition: the picture has the size of the place.
    func around(_ picture: [UInt8]) -> [UInt8] {
        precondition(
            picture.count == Picture.byteCount(format: format, size: place.size),
            "a picture has the size of its place"
        )
        var frame = empty
        var (from, plane) = (0, 0)
        let bytes = format.bytesPerSample
        for shift in [0, 1, 1] {
            let (width, rows) = (place.size.width >> shift * bytes, place.size.height >> shift)
            let stride = size.width >> shift * bytes
            for row in 0..<rows {
                let to = plane + (place.top >> shift + row) * stride + place.left >> shift * bytes
                frame.replaceSubrange(to..<to + width, with: picture[from..<from + width])
                from += width
            }
            plane += stride * (size.height >> shift)
        }
        return frame
    }

    /// The planes of a black picture.
    static func black(_ format: PixelFormat, _ size: PictureSize, isFullRange: Bool) -> [UInt8] {
        let samples = size.width * size.height
        let scale = format.bitDepth - 8
        let (luma, chroma) = (isFullRange ? 0 : 16 << scale, 128 << scale)
        guard format.bytesPerSample == 2 else {
            return Array(repeating: UInt8(luma), count: samples) + Array(repeating: UInt8(chroma), count: samples / 2)
        }
        func wide(_ value: Int, _ count: Int) -> [UInt8] {
            Array((0..<count).lazy.flatMap { _ in [UInt8(value & 255), UInt8(value >> 8)] })
        }
        return wide(luma, samples) + wide(chroma, samples / 2)
    }
}
