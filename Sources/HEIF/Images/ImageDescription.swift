package import ISOMedia
package import Media

/// A coded image for a HEIF file: one picture, or tiles of a grid.
package struct ImageDescription: Hashable, Sendable {
    /// The coded pictures in raster order: one, or one for each tile. NAL units with lengths, without parameter sets.
    package var pictures: [[UInt8]]
    /// Decoded size of each of them.
    package var pictureSize: PictureSize
    /// Pictures in a row; nil for a single picture that is the image itself. A grid may have one tile that it cuts.
    package var columns: Int?
    /// Size of the image before it is turned. What tiles have beyond it is cut off.
    package var size: PictureSize
    /// What a decoder needs: the same for all pictures.
    package var configuration: HEVCConfigurationBox
    /// Colour and light.
    package var colour = ColourMetadata()
    /// An ICC profile, in addition to the codes in `colour`.
    package var profile: [UInt8]?
    /// How the image is turned before it is shown.
    package var turn = PictureTurn.none
    /// Width to height of a pixel.
    package var pixelAspect = PixelAspect.square

    /// Creates an image of one picture.
    package init(picture: [UInt8], size: PictureSize, configuration: HEVCConfigurationBox) {
        pictures = [picture]
        pictureSize = size
        self.size = size
        self.configuration = configuration
    }

    /// Creates an image of tiles.
    ///
    /// - Parameters:
    ///   - tiles: in raster order, all with the size `tileSize`.
    ///   - columns: tiles in a row.
    ///   - size: of the image.
    package init(
        tiles: [[UInt8]],
        columns: Int,
        tileSize: PictureSize,
        size: PictureSize,
        configuration: HEVCConfigurationBox
    ) {
        pictures = tiles
        pictureSize = tileSize
        self.columns = columns
        self.size = size
        self.configuration = configuration
    }

    /// The grid; nil for a single picture. Throws `invalidConfiguration` if the tiles are none.
    package func grid() throws(MovieError) -> ImageGrid? {
        guard let columns else { return nil }
        let across = (size.width + pictureSize.width - 1) / pictureSize.width
        let down = (size.height + pictureSize.height - 1) / pictureSize.height
        guard (1...256).contains(across), (1...256).contains(down), across == columns, pictures.count == across * down
        else {
            throw MovieError(
                .invalidConfiguration,
                "a grid of \(size)",
                "\(pictures.count) tiles of \(pictureSize) in rows of \(columns) do not cover it exactly"
            )
        }
        return ImageGrid(rows: down, columns: across, size: size)
    }

    /// What disagrees with the rules of MIAF, one line each; empty if the image follows them (ISO/IEC 23000-22).
    package var deviations: [String] {
        var lines: [String] = []
        if columns != nil {
            if size.width % 2 == 1 || size.height % 2 == 1 { lines.append("a grid of 4:2:0 has the odd size \(size)") }
            if min(pictureSize.width, pictureSize.height) < 64 { lines.append("tiles of \(pictureSize) are too small") }
        }
        if pixelAspect != .square { lines.append("pixels are not square") }
        return lines
    }
}
