import FFmpeg
package import HEIF
import HEVC
package import ISOMedia
package import Media

/// Decodes the primary image of a HEIC file, or a part of it: only the tiles that the part needs, one at a time.
///
/// Nothing is allocated for a number of the file before it was checked.
package final class ImageDecoding {
    /// Most bytes of a coded picture that are read.
    private static let pictureByteLimit = 1 << 27

    /// The primary item.
    package let item: ImageItemDescription
    /// The whole file.
    package let file: ImageFileDescription
    /// Size of the image before it is turned.
    package let size: PictureSize
    /// What a decoder needs for each tile.
    package let configuration: HEVCConfigurationBox
    /// Number of coded pictures that were decoded so far.
    package private(set) var decodedCount = 0
    /// The tiles in raster order, or the image itself.
    let tiles: [ImageItemDescription]
    private let source: any ByteSource
    private let path: String
    private let tileSize: PictureSize
    private let columns: Int
    private let packet = Packet()
    private var decoder: Decoder?
    /// FFmpeg's number of the format of all pictures, once one is decoded.
    private var pixelFormat: Int32?

    /// Opens a file.
    ///
    /// - Parameter path: for errors.
    /// - Throws: if its primary image is no HEVC picture or grid of such, cannot be read, or contradicts itself.
    package init(_ source: any ByteSource, path: String) throws(IntakeError) {
        (self.source, self.path) = (source, path)
        do throws(MovieError) {
            file = try ImageFileInspection.parse(source)
        } catch {
            throw .badImage(path, "\(error.subject): \(error.cause)")
        }
        let plan = try ImagePlan(file, path: path)
        (item, size, tiles, tileSize) = (plan.item, plan.size, plan.tiles, plan.tileSize)
        (columns, configuration) = (plan.columns, plan.configuration)
        for tile in tiles where tile.byteCount == 0 || tile.byteCount > UInt64(Self.pictureByteLimit) {
            let words = tile.byteCount == 0 ? "none of its bytes are in the file" : "it has \(tile.byteCount) bytes"
            throw .badImage(path, "item \(tile.number), a coded picture: \(words)")
        }
    }

    /// Number of tiles of the whole image.
    package var tileCount: Int { tiles.count }

    /// Bits of a sample in `part`.
    package var bitDepth: Int { configuration.lumaBitDepth > 8 ? 10 : 8 }

    /// Decodes a part of the image to 4:2:0, with sides rounded up to even. Precondition: the part is inside the image.
    package func part(_ region: PictureRegion) throws(IntakeError) -> Picture {
        let frame = try frame(region)
        let even = region.size.roundedUpToEven
        let layout = try layout(of: frame)
        var output = PictureConversion(
            size: even,
            format: layout.nearestPixelFormat,
            shown: region.size == even ? nil : region.size
        )
        if layout.isRGB { output.matrix = ColourDescription(primaries: item.colour?.primaries ?? 2).matrixOfRGB }
        return Picture(
            format: output.format,
            size: even,
            frame: 0,
            presentationTime: .zero,
            duration: MediaTime(value: 1, timescale: 1),
            storage: try PictureConverter(target: output, path: path).storage(of: frame)
        )
    }

    /// The layout of decoded pictures. Throws if Granary does not support it.
    func layout(of frame: Frame) throws(IntakeError) -> PlanarLayout {
        guard let layout = PlanarLayout(pixelFormat: frame.format) else {
            throw IntakeError.unsupported(
                path,
                cause: "its pixel format is \(PlanarLayout.name(of: frame.format))",
                remedy: "convert it to Y'CbCr of at least 8 bits"
            )
        }
        return layout
    }

    /// Decodes the whole image as it is coded.
    func frame() throws(IntakeError) -> Frame {
        try frame(PictureRegion(left: 0, top: 0, size: size))
    }

    /// Decodes a part of the image as it is coded. Precondition: the part is inside the image, and begins at even
    /// coordinates.
    func frame(_ region: PictureRegion) throws(IntakeError) -> Frame {
        precondition(region.fits(into: size), "a part is inside the image")
        var canvas: Frame?
        for row in region.top / tileSize.height...(region.top + region.size.height - 1) / tileSize.height {
            for column in region.left / tileSize.width...(region.left + region.size.width - 1) / tileSize.width {
                let tile = try picture(row * columns + column)
                if region.size == tileSize, region.left == column * tileSize.width,
                    region.top == row * tileSize.height
                {
                    return tile
                }
                if canvas == nil { canvas = try self.canvas(like: tile, region.size) }
                canvas?.paste(
                    tile,
                    left: column * tileSize.width - region.left,
                    top: row * tileSize.height - region.top
                )
            }
        }
        guard let canvas else { throw .badImage(path, "it has no tiles") }
        return canvas
    }

    private func canvas(like tile: Frame, _ size: PictureSize) throws(IntakeError) -> Frame {
        let layout = try layout(of: tile)
        guard tiles.count == 1 || layout.wholeSize(over: tileSize) == tileSize else {
            throw .badImage(path, "its tiles of \(tileSize) end in the middle of a chroma sample")
        }
        let canvas = Frame()
        let code = canvas.prepareCanvas(like: tile, width: size.width, height: size.height)
        guard !code.isFailure else {
            throw IntakeError.library(path, attempted: "make room for an image of \(size)", cause: code.words)
        }
        return canvas
    }

    // MARK: - Coded pictures

    /// Decodes one coded picture.
    func picture(_ index: Int) throws(IntakeError) -> Frame {
        let tile = tiles[index]
        let bytes: [UInt8]
        do throws(MovieError) {
            bytes = try source.bytes(of: tile, atMost: Self.pictureByteLimit)
        } catch {
            throw .badImage(path, "\(error.subject): \(error.cause)")
        }
        let decoder: Decoder
        if let known = self.decoder { decoder = known } else { decoder = try open() }
        self.decoder = decoder
        decodedCount += 1
        func refuse(_ cause: String) -> IntakeError { .badImage(path, "item \(tile.number): \(cause)") }
        let filled = packet.fill(bytes, at: 0)
        guard !filled.isFailure else { throw refuse("\(filled.words): \(bytes.count) bytes") }
        let frame = Frame()
        let sent = decoder.send(packet)
        packet.clear()
        var code = sent
        if !code.isFailure {
            decoder.send(nil)
            code = decoder.receive(frame)
        }
        // It conceals many errors, and reports them only in its log.
        let complaint = decoder.takeComplaint()
        decoder.reset()
        guard !code.isFailure, complaint == nil else {
            throw refuse(complaint ?? (code.isEnd ? "it has no picture" : code.words))
        }
        let facts = PictureFacts(frame)
        guard !facts.isDamaged else { throw refuse("the decoder had to guess parts of the picture") }
        guard facts.size == tileSize, pixelFormat == nil || pixelFormat == facts.pixelFormat else {
            let name = PlanarLayout.name(of: facts.pixelFormat)
            throw refuse("its picture is \(facts.size) \(name), which is not what the file says of it")
        }
        pixelFormat = facts.pixelFormat
        return frame
    }

    private func open() throws(IntakeError) -> Decoder {
        let payload = Array(configuration.bytes.dropFirst(8))
        let (width, height) = (tileSize.width, tileSize.height)
        guard let decoder = Decoder(video: "hevc", configuration: payload, width: width, height: height) else {
            throw IntakeError(
                .unsupported,
                kind: .unavailable,
                attempted: "decode the image",
                subject: path,
                cause: "this libavcodec has no decoder for HEVC",
                remedy: "install one that has"
            )
        }
        let opened = decoder.open(findsDamage: true)
        let complaint = decoder.takeComplaint()
        guard !opened.isFailure, complaint == nil else {
            throw .badImage(path, "its decoder configuration: \(complaint ?? opened.words)")
        }
        return decoder
    }
}
