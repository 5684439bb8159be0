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
    /// The part of the coded pictures that is shown; nil for what the film says.
    private let region: PictureRegion?

    /// Settles the geometry. Throws for films of several parts, and for those that are turned by other than quarters.
    ///
    /// A film whose samples can be kept keeps them: `irot` and `imir` turn the still. Films with other pixels than
    /// square ones, a clean aperture or tiles are scaled or turned, because readers differ about those.
    ///
    /// - Parameters:
    ///   - region: the part of the coded pictures that is shown; nil for what the film says.
    ///   - turnsPictures: true turns the samples of every film that is turned.
    init(
        _ source: SourceDescription,
        _ request: StillRequest,
        region: PictureRegion? = nil,
        turnsPictures: Bool = false
    ) throws {
        let video = source.video.showing(region)
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
        self.region = region
        tiling = StillTiling(size, tileSide: request.tileSide)
    }

    /// The geometry of pictures that a job puts together.
    ///
    /// - Parameters:
    ///   - size: of the pictures.
    ///   - turn: how they are shown.
    init(composed size: PictureSize, _ turn: PictureTurn, _ request: StillRequest) {
        let box = request.box.map { turn.turned($0) }
        self.size = box.map { size.fitting(into: $0).roundedUpToEven } ?? size
        self.turn = turn
        tiling = StillTiling(self.size, tileSide: request.tileSide)
        (isPlaced, region) = (false, nil)
    }

    /// From pictures of the source to those of the still, or of its thumbnail if the size is another one.
    func conversion(of source: SourceDescription, to size: PictureSize) -> PictureConversion {
        let video = source.video.showing(region)
        var conversion = PictureConversion(video)
        conversion.region = region
        guard isPlaced || size != self.size else { return conversion }
        let even = size.roundedUpToEven
        conversion.size = even
        conversion.shown = size == even ? nil : size
        guard isPlaced, let placement = PicturePlacement(video, in: even, fit: .stretch, isEnlarged: true) else {
            return conversion
        }
        conversion.place(placement, of: video)
        if let region {
            let part = placement.region
            conversion.region = PictureRegion(
                left: region.left + part.left,
                top: region.top + part.top,
                size: part.size
            )
        }
        return conversion
    }
}

extension VideoTrack {
    /// The track of only a part of its coded pictures, which is shown whatever the film says; nil for all of it.
    fileprivate func showing(_ region: PictureRegion?) -> VideoTrack {
        guard let region else { return self }
        var track = self
        track.size = region.size
        track.cleanAperture = nil
        return track
    }
}
