import Media
import Worker

/// What became of a still, for people and as JSON.
struct StillOutcome: Encodable {
    /// Path of the still.
    let output: String
    /// Size of the file.
    let byteCount: Int
    /// Size of the shown image.
    let size: PictureSize
    /// Number of images.
    let imageCount: Int
    /// Number of coded pictures of the first image.
    let tileCount: Int
    /// The quantiser of libx265.
    let quantiser: Double
    /// The frame of a film, and why it was chosen; nil for a part of a still.
    let choice: StillChoice?
    /// Coded pictures that were decoded for a part of a still; nil for a still of a film.
    let decoded: StillResult.DecodedTiles?
    /// The movie that belongs to it; nil for none.
    var movie: Movie?
    /// The file.
    let bytes: [UInt8]

    /// The movie of a pair.
    struct Movie: Encodable {
        /// Its path.
        let output: String
        /// Size of the file.
        let byteCount: Int
        /// The content identifier of both files.
        let contentIdentifier: String
        /// Number of its first frame in the film.
        let firstFrame: Int
        /// Number of its frames.
        let frameCount: Int
        /// Its length.
        let seconds: Double
        /// When the frame of the still is shown, from its beginning.
        let stillSeconds: Double
        /// Audio of the film that it does not have.
        let losses: [String]
    }

    init(output: String, _ still: StillResult) {
        self.output = output
        bytes = still.bytes
        byteCount = still.bytes.count
        size = still.size
        imageCount = still.imageCount
        tileCount = still.tileCount
        quantiser = still.quantiser
        choice = still.choice
        decoded = still.decoded
    }

    /// A still with its movie, which is at `movie`.
    init(output: String, _ pair: StillPair, movie path: String) {
        self.init(output: output, pair.still)
        movie = Movie(
            output: path,
            byteCount: pair.movie.bytes.count,
            contentIdentifier: pair.identifier,
            firstFrame: pair.movie.frames.lowerBound,
            frameCount: pair.movie.frames.count,
            seconds: pair.movie.duration.seconds,
            stillSeconds: pair.movie.stillTime.seconds,
            losses: pair.movie.losses
        )
    }

    private enum CodingKeys: String, CodingKey {
        case output, byteCount, size, imageCount, tileCount, quantiser, choice, decoded, movie
    }

    /// One line about the file and one about where it is from.
    var text: String {
        let tiles = tileCount > 1 ? ", \(tileCount) tiles" : ""
        let images = imageCount > 1 ? ", \(imageCount) images" : ""
        var lines = ["\(output): \(size)\(tiles)\(images), \(byteCount) bytes"]
        if let choice { lines.append("frame \(choice.frame): \(choice.reason)") }
        if let decoded { lines.append("\(decoded.count) of \(counted(decoded.total, "coded picture")) decoded") }
        if let movie {
            lines.append(
                "\(movie.output): \(counted(movie.frameCount, "frame")) from frame \(movie.firstFrame) on, the still "
                    + "at \(movie.stillSeconds) of \(movie.seconds) seconds, \(movie.byteCount) bytes"
            )
            lines.append("content identifier \(movie.contentIdentifier)")
            lines += movie.losses.map { "not in the movie: \($0)" }
        }
        return lines.map { PlainText.field($0) + "\n" }.joined()
    }
}
