import Checksums
import Encoding
import Foundation
import HEIF
import HEVC
import ISOMedia
import Intake
import Media
import TestSupport
import Testing

@testable import Worker

/// HEIC images as films of one frame. The truth are the encoder's own reconstructions.
@Suite(.temporaryFolder)
struct StillSourceTests {
    private static let rate = FrameRate(frames: 24, seconds: 1)

    /// An image of tiles, or a single one, with the hashes of what the encoder made of each.
    private func image(
        _ film: SyntheticFilm,
        tileSide: Int?,
        _ colour: ColourMetadata = ColourMetadata()
    ) throws -> (description: ImageDescription, hashes: [PictureHash]) {
        let tiling = StillTiling(film.size, tileSide: tileSide)
        let encoder = StillEncoder(
            size: tiling.pictureSize,
            format: film.format,
            colour: colour,
            isTile: tileSide != nil,
            speed: "ultrafast"
        )
        let regions = try #require(tiling.regions)
        let stills = try regions.map { try encoder.encode(film.picture(0).part($0), quantiser: 20) }
        let sets = stills[0].parameterSets
        let configuration = try HEVCConfigurationBox(sets, try SliceHeader.Context(sets), constantRate: nil)
        var image =
            tiling.columns.map {
                ImageDescription(
                    tiles: stills.map(\.bytes),
                    columns: $0,
                    tileSize: tiling.pictureSize,
                    size: tiling.size,
                    configuration: configuration
                )
            }
            ?? ImageDescription(picture: stills[0].bytes, size: film.size, configuration: configuration)
        image.colour = colour
        return (image, stills.map(\.pictureHash))
    }

    private func write(_ bytes: [UInt8], _ name: String = "a.heic") throws -> String {
        let file = TemporaryFolder.current.appending(path: name)
        try Data(bytes).write(to: file)
        return file.path
    }

    private func described(_ path: String, rate: FrameRate? = rate) throws -> SourceDescription {
        try FilmProbe.describe(path: path, hashWholeFile: false, reading: SourceReading(frameRate: rate))
    }

    private func pictures(_ source: SourceDescription) throws -> [Picture] {
        let sequence = try FilmReader(source: source).pictures(in: 0..<source.video.timeline.count)
        var pictures: [Picture] = []
        while let picture = try sequence.next() { pictures.append(picture) }
        return pictures
    }

    @Test(
        "a grid is decoded tile by tile to the pictures of its encoder, with its colour and light",
        arguments: [PixelFormat.yuv420p8, .yuv420p10]
    )
    func grid(_ format: PixelFormat) throws {
        let film = SyntheticFilm(size: PictureSize(width: 150, height: 98), format: format, count: 1)
        let colour =
            format == .yuv420p8
            ? ColourMetadata(colour: ColourDescription(primaries: 12, transfer: 13, matrix: 6, isFullRange: true))
            : ColourMetadata(
                colour: ColourDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false),
                masteringDisplay: HDR10Example.display,
                contentLight: ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
            )
        let made = try image(film, tileSide: 64, colour)
        let source = try described(write(StillDescription([made.description]).file().layOut().bytes))
        #expect(source.video.size == film.size && source.video.format == format && source.isStill)
        #expect(source.video.colour == colour.colour && source.video.colourWarnings == [])
        #expect(source.video.masteringDisplay == colour.masteringDisplay)
        #expect(source.video.contentLight == colour.contentLight)
        #expect(source.video.timeline.count == 1 && source.video.timeline.timeRange.duration.seconds == 1.0 / 24)
        let picture = try #require(try pictures(source).first)
        for (number, left) in [(0, 0), (1, 64)] {
            let size = PictureSize(width: 64, height: 64)
            let tile = picture.part(PictureRegion(left: left, top: 0, size: size))
            #expect(PictureHasher.hash(of: tile) == made.hashes[number], "tile \(number)")
        }
    }

    @Test("a turned image is a turned film, and an ICC profile says which primaries it has")
    func turned() throws {
        let film = SyntheticFilm(count: 1)
        var made = try image(film, tileSide: nil)
        made.description.turn = PictureTurn(isTransposed: true, flipsHorizontally: true, flipsVertically: false)
        let path = try write(StillDescription([made.description]).file().layOut().bytes)
        let source = try described(path)
        #expect(PictureTurn(displayMatrix: source.video.displayMatrix) == made.description.turn)
        #expect(PictureHasher.hash(of: try #require(try pictures(source).first)) == made.hashes[0])
        // The stream says that its range is limited.
        let assumed = ColourDescription(primaries: 1, transfer: 13, matrix: 6, isFullRange: false)
        #expect(source.video.colour == assumed, "\(source.video.colour)")
        #expect(source.video.colourWarnings.count == 1)
        // Two films of one shape as they are shown: the turned samples are those of the film.
        made.description.turn = .none
        let whole = try described(write(StillDescription([made.description]).file().layOut().bytes, "b.heic"))
        let joined = try FilmProbe.joined([source, whole])
        let both = try pictures(joined)
        #expect(joined.video.size == PictureSize(width: 96, height: 160) && both.count == 2)
        let (shown, coded) = (both[0], try #require(try pictures(source).first))
        for (x, y) in [(0, 0), (95, 0), (3, 90), (95, 159)] {
            let place = made.description.turn.turned(shown.size)
            #expect(place == shown.size)
            let turn = PictureTurn(isTransposed: true, flipsHorizontally: true, flipsVertically: false)
            let there = turn.codedPlace(x: x, y: y, shown: shown.size)
            let value = Int(coded.storage[there.row * 160 + there.column])
            #expect(abs(Int(shown.storage[y * 96 + x]) - value) <= 1, "sample \(x), \(y)")
        }
    }

    @Test("all eight turns have a display matrix that means them")
    func matrices() {
        for number in 0..<8 {
            let turn = PictureTurn(
                isTransposed: number & 1 > 0,
                flipsHorizontally: number & 2 > 0,
                flipsVertically: number & 4 > 0
            )
            #expect(PictureTurn(displayMatrix: turn.displayMatrix) == turn)
        }
    }

    @Test("a still without a frame rate is refused with the remedy")
    func rateless() throws {
        let made = try image(SyntheticFilm(count: 1), tileSide: nil)
        let path = try write(StillDescription([made.description]).file().layOut().bytes)
        #expect(try FilmProbe.isStill(path: path))
        let error = #expect(throws: IntakeError.self) { try described(path, rate: nil) }
        #expect(error?.remedy.contains("--frame-rate 24") == true)
    }

    /// What is wrong with an image, and the words that say so.
    struct Fault: Sendable, CustomTestStringConvertible {
        let words: String
        var damage: @Sendable (inout [ImageItem], inout [ItemReferenceBox.Reference]) -> Void = { _, _ in }
        var damageBytes: @Sendable (inout [UInt8]) -> Void = { _ in }

        var testDescription: String { words }

        private static func extent(_ width: UInt32, _ height: UInt32) -> ImageItem.Property {
            ImageItem.Property(ItemProperty(ImageExtentBox(width: width, height: height)))
        }

        /// Replaces a number of 32 bits behind the first occurrence of a name.
        private static func put(_ number: UInt32, behind name: String, at offset: Int, _ bytes: inout [UInt8]) {
            let place = bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array(name.utf8) }! + 4 + offset
            for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: number >> (24 - 8 * index)) }
        }

        /// Items 1 and 2 are tiles of 64x64, item 3 is the grid of 128x64.
        static let all: [Fault] = [
            Fault(words: "not as many as its grid says") { _, references in references[0].to.removeLast() },
            Fault(words: "not as many as its grid says") { items, _ in
                items[2].payload = ImageGrid(rows: 2, columns: 2, size: PictureSize(width: 128, height: 64)).payload
            },
            Fault(words: "are not an image of 128x64") { items, references in
                items[2].payload = ImageGrid(rows: 2, columns: 1, size: PictureSize(width: 128, height: 64)).payload
            },
            Fault(words: "are not an image of 100x64") { items, _ in items[2].properties[0] = extent(100, 64) },
            Fault(words: "its primary image is 'grid', not HEVC") { _, references in references[0].to = [3, 3] },
            Fault(words: "not as many as its grid says") { _, references in references[0].to = [1, 99] },
            Fault(words: "its tiles differ") { items, _ in items[1].properties[0] = extent(66, 64) },
            Fault(words: "'ispe' says 66x64, and its parameter sets 64x64") { items, _ in
                for index in 0..<2 { items[index].properties[0] = extent(66, 64) }
            },
            Fault(words: "more than 134217728 pixels") { items, _ in
                items[2].properties[0] = extent(.max, .max)
                items[2].payload =
                    ImageGrid(
                        rows: 1,
                        columns: 2,
                        size: PictureSize(width: Int(UInt32.max), height: Int(UInt32.max))
                    ).payload
            },
            Fault(words: "no primary image with a size") { items, _ in items[2].properties.removeFirst() },
            Fault(words: "its property 'abcd'") { items, _ in
                let unknown = ItemProperty(type: "abcd", payload: [])
                items[2].properties.append(ImageItem.Property(unknown, isEssential: true))
            },
            Fault(words: "turned or cut one by one") { items, _ in
                let turn = ItemProperty(ImageRotationBox(quarters: 1))
                items[0].properties.append(ImageItem.Property(turn, isEssential: true))
            },
            Fault(words: "is 'grid' of 'av01'") { items, _ in for index in 0..<2 { items[index].kind = "av01" } },
            Fault(words: "item 1: ") { items, _ in items[0].payload = [0, 0, 0, 2, 0x26, 1] },
            Fault(words: "none of its bytes are in the file", damageBytes: { $0.removeLast(4) }),
            // 2^31 items, and 2^31 places of items.
            Fault(
                words: "'iinf'",
                damageBytes: { bytes in
                    put(0x0100_0000, behind: "iinf", at: 0, &bytes)
                    put(1 << 31, behind: "iinf", at: 4, &bytes)
                }
            ),
            Fault(
                words: "its grid cannot be read",
                damageBytes: { bytes in
                    put(0x0200_0000, behind: "iloc", at: 0, &bytes)
                    put(1 << 31, behind: "iloc", at: 6, &bytes)
                }
            ),
        ]
    }

    @Test("a damaged or contradictory image is refused in words before a job begins", arguments: Fault.all)
    func refusals(_ fault: Fault) throws {
        let film = SyntheticFilm(size: PictureSize(width: 128, height: 64), count: 1)
        let whole = try StillDescription([image(film, tileSide: 64).description]).file()
        var (items, references) = (whole.items, whole.references)
        fault.damage(&items, &references)
        var file = ImageFile(fileType: whole.fileType)
        for item in items { _ = file.add(item) }
        for reference in references { file.refer(reference.kind, from: reference.from, to: reference.to) }
        file.primary = 3
        var bytes = try file.layOut().bytes
        fault.damageBytes(&bytes)
        let path = try write(bytes)
        let error = #expect(throws: IntakeError.self) { try described(path) }
        #expect(error?.cause.contains(fault.words) == true && error?.kind == .badInput, "\(error?.cause ?? "")")
        #expect(error?.subject == URL(filePath: path).resolvingSymlinksInPath().path && error?.remedy.isEmpty == false)
    }

    @Test("an image that is cut off anywhere is refused, or is whole in what remains")
    func cutOff() throws {
        let film = SyntheticFilm(size: PictureSize(width: 64, height: 64), count: 1)
        let bytes = try StillDescription([image(film, tileSide: nil).description]).file().layOut().bytes
        for count in stride(from: 16, to: bytes.count, by: 7) {
            let path = try write(Array(bytes[..<count]))
            #expect(throws: IntakeError.self, "\(count) of \(bytes.count) bytes") { try described(path) }
        }
    }

    @Test(
        "tiles and single pictures are encoded to the same bytes by any number of workers",
        arguments: [(64, 12), (nil, 1)]
    )
    func workers(tileSide: Int?, count: Int) throws {
        let film = SyntheticFilm(size: PictureSize(width: 200, height: 136), count: 1)
        let coding = StillCoding(
            film.picture(0),
            StillTiling(film.size, tileSide: tileSide),
            colour: ColourMetadata(),
            path: "film"
        )
        let alone = try coding.image(quantiser: 40)
        #expect(alone.pictures.count == count)
        for workers in [2, 5] { #expect(try coding.image(quantiser: 40, workers: workers) == alone) }
    }
}
