package import Media

/// What the pictures of a source are turned into before they are handed over.
package struct PictureConversion: Hashable, Sendable, Codable {
    /// Size of the pictures, both even.
    package var size: PictureSize
    /// Format of the pictures.
    package var format: PixelFormat

    /// Creates a conversion.
    package init(size: PictureSize, format: PixelFormat) {
        self.size = size
        self.format = format
    }

    /// The size and format of the source itself.
    package init(_ track: VideoTrack) {
        self.init(size: track.size, format: track.format)
    }
}
