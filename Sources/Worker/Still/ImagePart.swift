import HEIF
import HEVC
import ISOMedia
import Intake
package import Media

/// A part of a HEIC still as a still of its own: only the tiles that it needs are decoded.
package struct ImagePart {
    /// Tiles that are encoded at the same time, or threads for a single picture.
    package var workers = 1
    /// Takes the image when it is encoded.
    package var tell: (StillResult.Image) -> Void = { _ in }
    private let image: ImageDecoding
    private let path: String
    private let region: PictureRegion
    private let amount: StillRequest.Amount
    private let software: String

    /// Prepares a part.
    ///
    /// - Parameters:
    ///   - path: of the HEIC file.
    ///   - left: samples to the left of the part in the image as it is shown.
    ///   - top: rows above it.
    ///   - size: of the part as it is shown.
    ///   - software: the program, for Exif.
    /// - Throws: if the file has no HEVC image, or if the part is not inside it.
    package init(
        path: String,
        left: Int,
        top: Int,
        size: PictureSize,
        amount: StillRequest.Amount,
        software: String
    ) throws {
        self.path = path
        self.amount = amount
        self.software = software
        image = try ImageDecoding(try FileSource(path: path), path: path)
        let turn = image.item.turn
        let shown = turn.turned(image.size)
        func refuse(_ cause: String, _ remedy: String) -> WorkError {
            WorkError(.usage, attempted: "cut a part out of a still", subject: path, cause: cause, remedy: remedy)
        }
        guard left >= 0, top >= 0, size.width > 0, size.height > 0, left <= shown.width - size.width,
            top <= shown.height - size.height
        else {
            throw refuse("\(size) at \(left), \(top) is not inside the image of \(shown)", "choose another part")
        }
        let corners = [(left, top), (left + size.width - 1, top + size.height - 1)].map { x, y in
            turn.codedPlace(x: x, y: y, shown: shown)
        }
        let (first, last) = (corners[0], corners[1])
        let (column, row) = (min(first.column, last.column), min(first.row, last.row))
        guard column % 2 == 0, row % 2 == 0 else {
            throw refuse(
                "the part begins at sample \(column), \(row) of the coded image, and its colours have half as many",
                "move the part by one sample"
            )
        }
        region = PictureRegion(left: column, top: row, size: turn.turned(size))
    }

    /// Makes the still of the part, with the colours and the turn of the whole.
    package func make() throws -> StillResult {
        let picture = try image.part(region)
        let coding = StillCoding(picture, tiling, colour: colour, path: path)
        var assembly = StillAssembly(path: path)
        (assembly.workers, assembly.tell) = (workers, tell)
        assembly.turn = image.item.turn
        assembly.profile = image.item.profile
        var exif = ExifDescription(size: image.item.turn.turned(region.size))
        exif.software = software
        assembly.rest.exif = exif
        var still = try assembly.still([coding], amount)
        still.decoded = StillResult.DecodedTiles(count: image.decodedCount, total: image.tileCount)
        return still
    }

    /// The still of the part with its choices settled.
    package var resolved: ResolvedStill {
        ResolvedStill(tiling, turn: image.item.turn, bitDepth: image.bitDepth, colour)
    }

    private var tiling: StillTiling { StillTiling(region.size, tileSide: nil) }

    private var colour: ColourMetadata {
        ColourMetadata(
            colour: image.item.colour ?? streamColour,
            masteringDisplay: image.item.masteringDisplay,
            contentLight: image.item.contentLight
        )
    }

    /// The colour that the parameter sets say, where the file says none.
    private var streamColour: ColourDescription {
        let unit = image.configuration.arrays.first { $0.unitType == NALUnitType.sps.rawValue }?.units.first
        let sequence = unit.flatMap { try? $0.withRawSpan { try SequenceParameterSet(unit: $0) } }
        return sequence?.usability?.colour ?? .unspecified
    }
}
