import Intake
import Media

/// Size, turn and tiles of a still.
struct StillGeometry {
    /// Size of the image before it is turned.
    let size: PictureSize
    /// How the file says that it is turned; none for pictures that were turned themselves.
    let turn: PictureTurn
    /// Its tiles.
    let tiling: StillTiling
    /// Whether pictures are scaled or turned, and not only copied.
    private let isPlaced: Bool

    /// Settles the geometry. Throws for films of several parts, and for those that are turned by other than quarters.
    ///
    /// A film whose samples can be kept keeps them: `irot` and `imir` turn the still. Films with other pixels than
    /// square ones, a clean aperture or tiles are scaled or turned, because readers differ about those.
    ///
    /// - Parameter turnsPictures: true turns the samples of every film that is turned.
    init(_ source: SourceDescription, _ request: StillRequest, turnsPictures: Bool = false) throws {
        let video = source.video
        guard source.films == nil, let turn = PictureTurn(displayMatrix: video.displayMatrix),
            let shown = video.shownSize
        else {
            throw stillFailure(
                .badInput,
                source.path,
                "its pictures are turned by other than quarters",
                "turn it first"
            )
        }
        let isWhole = video.shownRegion.size == video.size && video.pixelAspect == .square
        let isLarge = max(video.size.width, video.size.height) >= StillRequest.longestSide
        let keepsSamples =
            request.box == nil && isWhole && (turn == .none || request.tileSide == nil && !isLarge && !turnsPictures)
        isPlaced = !keepsSamples
        if keepsSamples {
            size = video.size
            self.turn = turn
        } else {
            size = request.box.map { shown.fitting(into: $0).roundedUpToEven } ?? shown
            self.turn = .none
        }
        tiling = StillTiling(size, tileSide: request.tileSide)
    }

    /// From pictures of the source to those of the still, or of its thumbnail if the size is another one.
    func conversion(of source: SourceDescription, to size: PictureSize) -> PictureConversion {
        var conversion = PictureConversion(source.video)
        guard isPlaced || size != self.size else { return conversion }
        let even = size.roundedUpToEven
        conversion.size = even
        conversion.shown = size == even ? nil : size
        guard isPlaced,
            let placement = PicturePlacement(source.video, in: even, fit: .stretch, isEnlarged: true)
        else { return conversion }
        conversion.place(placement, of: source.video)
        return conversion
    }
}
