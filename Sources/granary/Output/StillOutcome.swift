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
    /// The file.
    let bytes: [UInt8]

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

    private enum CodingKeys: String, CodingKey {
        case output, byteCount, size, imageCount, tileCount, quantiser, choice, decoded
    }

    /// One line about the file and one about where it is from.
    var text: String {
        let tiles = tileCount > 1 ? ", \(tileCount) tiles" : ""
        let images = imageCount > 1 ? ", \(imageCount) images" : ""
        var lines = ["\(output): \(size)\(tiles)\(images), \(byteCount) bytes"]
        if let choice { lines.append("frame \(choice.frame): \(choice.reason)") }
        if let decoded { lines.append("\(decoded.count) of \(counted(decoded.total, "coded picture")) decoded") }
        return lines.map { PlainText.field($0) + "\n" }.joined()
    }
}
