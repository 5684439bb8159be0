import Encoding
import HEIF
import HEVC
import ISOMedia
import Media
import Quality

/// Encodes the pictures of an image, and proves by another decoder that they are those of the encoder.
struct StillCoding: Sendable {
    /// How the image is divided.
    let tiling: StillTiling
    /// Colour and light of the image.
    let colour: ColourMetadata
    private let picture: Picture
    private let encoder: StillEncoder
    private let path: String

    /// Prepares the image of a picture.
    ///
    /// - Parameters:
    ///   - picture: its size is that of the tiling, rounded up to even.
    ///   - path: for errors.
    init(_ picture: Picture, _ tiling: StillTiling, colour: ColourMetadata, path: String) {
        precondition(tiling.size.roundedUpToEven == picture.size, "the tiling is that of the picture")
        self.picture = picture
        self.tiling = tiling
        self.colour = colour
        self.path = path
        encoder = StillEncoder(
            size: tiling.pictureSize,
            format: picture.format,
            colour: colour,
            isTile: (tiling.regions?.count ?? 1) > 1
        )
    }

    /// The image at a quantiser. Its bytes do not depend on the number of workers.
    ///
    /// - Parameter workers: tiles that are encoded at the same time, or threads for a single picture.
    func image(quantiser: Double, workers: Int = 1) throws -> ImageDescription {
        guard let regions = tiling.regions else {
            throw stillFailure(.badInput, path, "\(tiling.size) has more than 256 tiles in a row", "use larger tiles")
        }
        let stills = try Array(regions.enumerated()).mapConcurrently(threads: workers) { number, region in
            let still = try encoder.encode(picture.part(region), quantiser: quantiser, threads: workers)
            try verify(still, number: number + 1)
            return still
        }
        guard let sets = stills.first?.parameterSets else { throw stillFailure(.bug, path, "it has no picture") }
        if let other = stills.firstIndex(where: { $0.parameterSets != sets }) {
            throw stillFailure(.bug, path, "tile \(other + 1) has other parameter sets than the first one")
        }
        let configuration = try HEVCConfigurationBox(sets, try SliceHeader.Context(sets), constantRate: nil)
        let pictures = stills.map(\.bytes)
        var image: ImageDescription
        if let columns = tiling.columns {
            image = ImageDescription(
                tiles: pictures,
                columns: columns,
                tileSize: tiling.pictureSize,
                size: tiling.size,
                configuration: configuration
            )
        } else {
            image = ImageDescription(picture: pictures[0], size: tiling.size, configuration: configuration)
        }
        image.colour = colour
        return image
    }

    /// Decodes a coded picture, and compares it with the encoder's reconstruction.
    private func verify(_ still: CodedStill, number: Int) throws {
        let decoder = try VerifyingDecoder()
        try decoder.configure(still.parameterSets)
        var hashes: [PictureHash] = []
        try still.bytes.withRawSpan { sample in
            try decoder.decode(sample, tag: 0, isOutputAtOnce: true) { hashes.append($0.hash()) }
        }
        try decoder.flush { hashes.append($0.hash()) }
        guard hashes == [still.pictureHash] else {
            throw WorkError(
                .verification,
                attempted: "verify a still",
                subject: path,
                cause: "coded picture \(number) decodes to another picture than the encoder's",
                remedy: "Make the still again; if that fails too, report it."
            )
        }
    }
}
