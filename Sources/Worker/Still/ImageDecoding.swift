package import HEIF
package import ISOMedia
import Intake
package import Media

/// Decodes parts of the primary image of a HEIC file: only the tiles that a part needs.
///
/// Sizes of the file are checked before anything is allocated.
package final class ImageDecoding {
    /// Most bytes of a coded picture that are read.
    private static let pictureByteLimit = 1 << 27

    /// The primary item.
    package let item: ImageItemDescription
    /// Size of the image before it is turned.
    package let size: PictureSize
    /// Number of coded pictures that were decoded so far.
    package private(set) var decodedCount = 0
    private let source: FileSource
    private let tiles: [ImageItemDescription]
    private let tileSize: PictureSize
    private let columns: Int

    /// Opens a file. Throws `WorkError` if its primary image is no HEVC picture or grid of such, or contradicts itself.
    package init(_ source: FileSource) throws {
        self.source = source
        let file = try ImageFileInspection.parse(source)
        func refuse(_ cause: String) -> WorkError {
            WorkError(
                .badInput,
                attempted: "read the image",
                subject: source.path,
                cause: cause,
                remedy: "`granary inspect` shows the items of the file."
            )
        }
        guard let primary = file.primary.flatMap(file.item), let size = primary.size else {
            throw refuse("it has no primary image with a size")
        }
        let grid = primary.grid
        let numbers = grid == nil ? [primary.number] : file.inputs(of: primary.number)
        let byNumber = Dictionary(file.items.map { ($0.number, $0) }) { first, _ in first }
        tiles = numbers.compactMap { byNumber[$0] }
        guard let first = tiles.first, let tileSize = first.size, tiles.count == grid?.tileCount ?? 1 else {
            throw refuse("its tiles are not as many as its grid says")
        }
        guard tiles.allSatisfy({ $0.kind == "hvc1" && $0.configuration != nil }) else {
            throw refuse("its primary image is '\(primary.kind)' of '\(first.kind)', not HEVC")
        }
        guard tiles.allSatisfy({ $0.size == tileSize && $0.configuration == first.configuration }) else {
            throw refuse("its tiles differ")
        }
        let sides = [size.width, size.height, tileSize.width, tileSize.height]
        guard sides.allSatisfy((1...1 << 17).contains), size.width * size.height <= ImageFileInspection.pixelLimit,
            tileSize.width * tileSize.height <= ImageFileInspection.pixelLimit
        else { throw refuse("its size of \(size) with tiles of \(tileSize) is not possible") }
        let (across, down) = (grid?.columns ?? 1, grid?.rows ?? 1)
        guard grid == nil || tileSize.roundedUpToEven == tileSize, across * tileSize.width >= size.width,
            down * tileSize.height >= size.height
        else { throw refuse("its tiles of \(tileSize) do not cover \(size)") }
        item = primary
        self.size = size
        self.tileSize = tileSize
        columns = across
    }

    /// Number of tiles of the whole image.
    package var tileCount: Int { tiles.count }

    /// What a decoder needs for each tile.
    package var configuration: HEVCConfigurationBox? { tiles[0].configuration }

    /// Format of the decoded pictures.
    package var format: PixelFormat { configuration?.lumaBitDepth ?? 8 > 8 ? .yuv420p10 : .yuv420p8 }

    /// Decodes a part of the image, with sides rounded up to even. Precondition: the part is inside the image.
    package func part(_ region: PictureRegion) throws -> Picture {
        precondition(region.fits(into: size), "a part is inside the image")
        let even = region.size.roundedUpToEven
        var canvas = PictureCanvas(format: format, size: even)
        let rows = region.top / tileSize.height...(region.top + region.size.height - 1) / tileSize.height
        let places = region.left / tileSize.width...(region.left + region.size.width - 1) / tileSize.width
        for row in rows {
            for column in places {
                let tile = try picture(row * columns + column)
                canvas.paste(
                    tile,
                    left: column * tileSize.width - region.left,
                    top: row * tileSize.height - region.top
                )
            }
        }
        canvas.repeatEdges(beyond: region.size)
        return canvas.picture
    }

    /// Decodes one coded picture.
    private func picture(_ index: Int) throws -> Picture {
        let tile = tiles[index]
        let bytes = try source.bytes(of: tile, atMost: Self.pictureByteLimit)
        var payload: [UInt8] = []
        if let box = tile.configuration { payload = Array(box.bytes.dropFirst(8)) }
        let decoder = try SampleDecoder(codec: "hevc", configuration: payload, size: tileSize)
        var planes: DecodedPlanes?
        var failure: IntakeError?
        func take(_ answer: SampleDecoder.Answer) {
            switch answer {
            case .picture(_, let decoded): planes = planes ?? decoded
            case .failure(_, let error): failure = failure ?? error
            }
        }
        decoder.decode(bytes, number: 0, take)
        decoder.finish(take)
        decodedCount += 1
        if let failure { throw failure }
        guard let planes, planes.format == format else {
            throw WorkError(
                .badInput,
                attempted: "decode item \(tile.number)",
                subject: source.path,
                cause: "it has no picture of \(format.bitDepth) bits",
                remedy: "`granary inspect` shows the items of the file."
            )
        }
        return Picture(
            format: planes.format,
            size: planes.size,
            frame: 0,
            presentationTime: MediaTime(value: 0, timescale: 1),
            duration: MediaTime(value: 1, timescale: 1),
            storage: planes.storage
        )
    }
}
