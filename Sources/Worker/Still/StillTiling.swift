import Encoding
import Media

/// How an image is divided into coded pictures.
struct StillTiling: Hashable, Sendable {
    /// Size of the image.
    let size: PictureSize
    /// Size of each coded picture.
    let pictureSize: PictureSize
    /// Coded pictures in a row; nil if the image is a single one.
    let columns: Int?

    /// Divides an image.
    ///
    /// - Parameters:
    ///   - size: sides may be odd or small: then a grid of one tile cuts what is padded, because `clap` is not shown
    ///     everywhere.
    ///   - tileSide: of square tiles; nil for those that are needed.
    init(_ size: PictureSize, tileSide: Int?) {
        self.size = size
        let isLarge = max(size.width, size.height) >= StillRequest.longestSide
        if let side = tileSide ?? (isLarge ? StillRequest.standardTileSide : nil) {
            pictureSize = PictureSize(width: side, height: side)
            columns = (size.width + side - 1) / side
        } else if size.roundedUpToEven == size, min(size.width, size.height) >= Self.shortestSide {
            pictureSize = size
            columns = nil
        } else {
            func padded(_ side: Int) -> Int { (side + Self.shortestSide - 1) / Self.shortestSide * Self.shortestSide }
            pictureSize = PictureSize(width: padded(size.width), height: padded(size.height))
            columns = 1
        }
    }

    /// Shortest side of a coded picture, of which padded sides are multiples.
    private static let shortestSide = StillEncoder.shortestSide

    /// The places of the coded pictures in raster order; nil if a grid would have more than 256 rows or columns.
    var regions: [PictureRegion]? {
        let (across, down) = (columns ?? 1, (size.height + pictureSize.height - 1) / pictureSize.height)
        guard across <= 256, down <= 256 else { return nil }
        return (0..<down).flatMap { row in
            (0..<across).map { column in
                PictureRegion(left: column * pictureSize.width, top: row * pictureSize.height, size: pictureSize)
            }
        }
    }
}
