package import Media

/// What a still of a film should be.
package struct StillRequest: Hashable, Sendable {
    /// Which frame of the film.
    package enum Moment: Hashable, Sendable {
        /// The frame that is shown at a time.
        case time(MediaTime)
        /// The best frame of a scene, from 1.
        case scene(Int)
        /// The best frame of the film.
        case best
        /// One that was chosen before.
        case chosen(StillChoice)
    }

    /// How many bytes the still may have.
    package enum Amount: Hashable, Sendable {
        /// As many as a quality takes, from 0 to 100.
        case quality(Double)
        /// At most this many, at the best quality that fits.
        case bytes(Int)
    }

    /// Which frame.
    package var moment = Moment.best
    /// A box that the still fits into; nil for the size of the film.
    package var box: PictureSize?
    /// How many bytes.
    package var amount = Amount.quality(StillRequest.standardQuality)
    /// Longer side of the thumbnail in samples; nil for none.
    package var thumbnailSide: Int?
    /// Side of the tiles in samples; nil for a single picture where it is not too large for one.
    package var tileSide: Int?
    /// Number of images: that frame and those after it, in one file.
    package var imageCount = 1
    /// Whether HDR becomes SDR.
    package var isToneMapped = false

    /// Creates a request for the best frame.
    package init() {}

    /// The quality of a still for which none is chosen.
    package static let standardQuality = 75.0
    /// Sides of tiles that can be requested: multiples of 64 in this range.
    package static let tileSides = 64...4096
    /// From this length of a side on, a still consists of tiles.
    package static let longestSide = 4096
    /// Side of the tiles of a still that is too large for one picture.
    package static let standardTileSide = 512
    /// Most images of a file.
    package static let mostImages = 100
    /// Longer sides of thumbnails.
    package static let thumbnailSides = 64...512
}
