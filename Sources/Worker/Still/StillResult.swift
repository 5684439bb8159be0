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

    /// How many coded pictures of a still were decoded.
    package struct DecodedTiles: Hashable, Sendable, Encodable {
        /// Those that were needed.
        package let count: Int
        /// All of the image.
        package let total: Int
    }
}
