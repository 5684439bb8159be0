package import Media

/// What the pictures of a source are turned into before they are handed over.
package struct PictureConversion: Hashable, Sendable, Codable {
    /// Size of the pictures, both even.
    package var size: PictureSize
    /// Format of the pictures.
    package var format: PixelFormat
    /// What of a source's picture is taken; nil for all of it.
    package var region: PictureRegion?
    /// The upper left part of `size` that the source's picture fills; what lies beyond repeats its last column and row.
    /// At most one sample less each way, and nil for all of it.
    package var shown: PictureSize?
    /// Whether the source's samples have full range, whatever its pictures say; nil believes them.
    package var sourceIsFullRange: Bool?
    /// With which matrix RGB pictures become Y'CbCr, a code of H.273 8.3; nil for pictures that are Y'CbCr already.
    package var matrix: UInt8?
    /// Whether samples are converted to full or limited range; nil leaves them as they are.
    package var isFullRange: Bool?

    /// Creates a conversion.
    package init(
        size: PictureSize,
        format: PixelFormat,
        region: PictureRegion? = nil,
        shown: PictureSize? = nil,
        sourceIsFullRange: Bool? = nil,
        matrix: UInt8? = nil,
        isFullRange: Bool? = nil
    ) {
        self.size = size
        self.format = format
        self.region = region
        self.shown = shown
        self.sourceIsFullRange = sourceIsFullRange
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// The size and format of the source itself; odd sides become even ones, and RGB becomes Y'CbCr of limited range
    /// with the matrix of its primaries.
    package init(_ track: VideoTrack) {
        let size = track.size.roundedUpToEven
        self.init(
            size: size,
            format: track.format,
            shown: size == track.size ? nil : track.size,
            sourceIsFullRange: track.colour.isFullRange,
            matrix: track.isRGB == true ? track.colour.matrixOfRGB : nil,
            isFullRange: track.isRGB == true ? false : nil
        )
    }
}
