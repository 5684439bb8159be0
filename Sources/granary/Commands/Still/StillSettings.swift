import Media
import Worker

/// The settled settings of a still, as programs get them before anything is encoded.
struct StillSettings: Encodable {
    /// What is made.
    enum Kind: String, Encodable {
        /// One image, or several of a burst.
        case still
        /// A still and its movie.
        case pair
        /// A track of images.
        case sequence
        /// A part of a still.
        case part
    }

    /// What is made.
    let kind: Kind
    /// Path of the film or the image.
    let source: String
    /// Path of the new file.
    let output: String
    /// Path of the movie of a pair; nil for others.
    var movie: String?
    /// Which frame: a time in seconds, `scene N` or `best`; nil for a sequence or a part.
    var moment: String?
    /// Number of images; nil for a sequence, whose frames are counted when they are encoded.
    var imageCount: Int?
    /// Quality from 0 to 100; nil with `bytes`.
    var quality: Double?
    /// Most bytes of the file; nil with `quality`.
    var bytes: Int?
    /// Longer side of the thumbnail in samples; nil for none.
    var thumbnailSide: Int?
    /// Tiles that are encoded at the same time.
    let workers: Int
    /// The image.
    let image: ResolvedStill

    init(
        _ kind: Kind,
        source: String,
        output: String,
        _ request: StillRequest,
        workers: Int,
        _ image: ResolvedStill
    ) {
        (self.kind, self.source, self.output, self.workers, self.image) = (kind, source, output, workers, image)
        switch request.amount {
        case .quality(let quality): self.quality = quality
        case .bytes(let bytes): self.bytes = bytes
        }
        guard kind == .still || kind == .pair else { return }
        imageCount = request.imageCount
        thumbnailSide = request.thumbnailSide
        moment =
            switch request.moment {
            case .time(let time): "\(time.seconds)"
            case .scene(let number): "scene \(number)"
            case .best, .chosen: "best"
            }
    }
}
