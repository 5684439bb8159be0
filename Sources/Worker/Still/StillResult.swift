package import Media

/// A still that was made.
package struct StillResult: Hashable, Sendable {
    /// The file.
    package let bytes: [UInt8]
    /// Size of the shown image.
    package let size: PictureSize
    /// Number of images: more than one for a burst.
    package let imageCount: Int
    /// Number of coded pictures of the first image.
    package let tileCount: Int
    /// The quantiser of libx265.
    package let quantiser: Double
    /// Which frame of a film it shows; nil for a part of a still.
    package var choice: StillChoice?
    /// Coded pictures of a still that were decoded for a part of it, and all that there are.
    package var decoded: DecodedTiles?

    /// One image of a still, as soon as it is encoded.
    package struct Image: Hashable, Sendable, Encodable {
        /// Its number in the file, from 0.
        package let index: Int
        /// The frame of the film; nil for a part of a still.
        package var frame: Int?
        /// Its size before it is turned.
        package let size: PictureSize
        /// Number of its coded pictures.
        package let tileCount: Int
        /// Bytes of these.
        package let byteCount: Int
    }

    /// How many coded pictures of a still were decoded.
    package struct DecodedTiles: Hashable, Sendable, Encodable {
        /// Those that were needed.
        package let count: Int
        /// All of the image.
        package let total: Int
    }
}
