package import Media

/// What a still will be, with everything settled that a request leaves open.
package struct ResolvedStill: Hashable, Sendable, Encodable {
    /// Size of the shown image.
    package let size: PictureSize
    /// How the file says that it is turned, as in `turned by 90 degrees`.
    package let turn: String
    /// Size of each coded picture.
    package let tileSize: PictureSize
    /// Number of coded pictures of an image.
    package let tileCount: Int
    /// Bits of a sample.
    package let bitDepth: Int
    /// Colour and light.
    package let colour: ColourMetadata

    init(_ geometry: StillGeometry, _ colours: StillColours) {
        self.init(geometry.tiling, turn: geometry.turn, bitDepth: colours.format.bitDepth, colours.target)
    }

    init(_ tiling: StillTiling, turn: PictureTurn, bitDepth: Int, _ colour: ColourMetadata) {
        size = turn.turned(tiling.size)
        self.turn = turn.description
        tileSize = tiling.pictureSize
        tileCount = tiling.regions?.count ?? 0
        self.bitDepth = bitDepth
        self.colour = colour
    }
}

extension FilmStill {
    /// The still with its choices settled, but for the frame if that is searched for.
    package var resolved: ResolvedStill { ResolvedStill(geometry, colours) }
}
