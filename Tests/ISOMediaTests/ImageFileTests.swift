import Foundation
import HEIF
import Media
import TestSupport
import Testing

@testable import ISOMedia

@Suite struct ImageFileTests {
    private func described(_ file: ImageFile) throws -> ImageFileDescription {
        try ImageFileInspection.parse(MemorySource(try file.layOut().bytes))
    }

    @Test("a grid with thumbnail, Exif and XMP is read as it was written, without findings")
    func whole() throws {
        let layout = try HandmadeStill.whole().file().layOut()
        let file = try ImageFileInspection.parse(MemorySource(layout.bytes))
        #expect(file.findings == [])
        #expect(file.majorBrand == "heic" && file.compatibleBrands == ["mif1", "heic", "miaf", "MiHB"])
        #expect(file.boxes.map(\.type) == ["ftyp", "meta", "mdat"])
        #expect(
            file.items.map(\.kind) == ["hvc1", "hvc1", "hvc1", "hvc1", "hvc1", "hvc1", "grid", "hvc1", "Exif", "mime"]
        )
        #expect(file.items.filter(\.isHidden).map(\.number) == [1, 2, 3, 4, 5, 6], "only tiles are hidden")
        #expect(file.primary == 7 && file.inputs(of: 7) == [1, 2, 3, 4, 5, 6])
        let grid = try #require(file.item(7))
        #expect(grid.grid == ImageGrid(rows: 2, columns: 3, size: PictureSize(width: 400, height: 100)))
        #expect(grid.size == PictureSize(width: 400, height: 100) && grid.channelBits == [8, 8, 8])
        #expect(grid.colour == ColourDescription(primaries: 12, transfer: 13, matrix: 5, isFullRange: true))
        #expect(file.references.map(\.kind) == ["dimg", "thmb", "cdsc", "cdsc"])
        let source = MemorySource(layout.bytes)
        #expect(try source.bytes(of: try #require(file.item(3)), atMost: 100) == [0, 0, 0, 3, 0x26, 1, 2])
        let offsets = [8, 9, 1].compactMap { file.item($0)?.extents.first?.offset }
        #expect(offsets == offsets.sorted() && offsets.count == 3, "the thumbnail comes first, then Exif, then tiles")
        #expect(file.item(1)?.properties.map(\.isEssential) == [false, true, false, false])
    }

    @Test("HDR keeps its light, and has the brands of ten bits; pixels that are not square leave out those of MIAF")
    func hdr() throws {
        let file = try described(try StillDescription([try HandmadeStill.hdr()]).file())
        #expect(file.findings == [])
        #expect(file.majorBrand == "heix" && file.compatibleBrands == ["mif1", "heix"])
        let item = try #require(file.item(1))
        #expect(item.masteringDisplay == HDR10Example.display && item.contentLight?.maximumContentLightLevel == 1000)
        #expect(item.channelBits == [10, 10, 10] && item.pixelAspect == PixelAspect(horizontal: 4, vertical: 3))
    }

    @Test("every turn of a picture is read as the same turn", arguments: [false, true], [false, true])
    func turns(_ isTransposed: Bool, _ flips: Bool) throws {
        for flipsToo in [false, true] {
            var image = try HandmadeStill.picture()
            image.turn = PictureTurn(isTransposed: isTransposed, flipsHorizontally: flips, flipsVertically: flipsToo)
            let file = try described(try StillDescription([image]).file())
            #expect(file.findings == [] && file.item(1)?.turn == image.turn)
        }
    }

    @Test("equal properties are stored once, whatever has them")
    func sharing() throws {
        let bytes = try HandmadeStill.whole().file().layOut().bytes
        let configurations = bytes.indices.dropLast(4).count { Array(bytes[$0..<$0 + 4]) == Array("hvcC".utf8) }
        #expect(configurations == 1)
    }

    @Test("more than 127 properties have indices of 15 bits")
    func wideIndices() throws {
        var file = ImageFile(fileType: FileTypeBox(majorBrand: "mif1", compatibleBrands: ["mif1"]))
        for width in UInt32(1)...200 {
            var item = ImageItem("jpeg", payload: [1])
            item.properties = [ImageItem.Property(ItemProperty(ImageExtentBox(width: width, height: 1)))]
            file.primary = file.add(item)
        }
        let read = try described(file)
        #expect(read.findings == [] && read.item(200)?.size == PictureSize(width: 200, height: 1))
    }

    @Test("what cannot be written is refused", arguments: 0..<5)
    func refusals(_ which: Int) throws {
        var grid = try HandmadeStill.grid()
        var exif = ExifDescription(size: grid.size)
        var still = StillDescription([grid])
        switch which {
        case 0: grid.pictures.removeLast()
        case 1: grid.size = PictureSize(width: 480, height: 193)
        case 2: grid.columns = nil
        case 3: grid.pictures[2] = []
        default:
            exif.contentIdentifier = "short"
            still.exif = exif
        }
        still.images = [grid]
        #expect(throws: MovieError.self) { try still.file().layOut() }
    }

    @Test("every rule that is broken once is one finding", arguments: Fault.all)
    func findings(_ fault: Fault) throws {
        var file = ImageFile(fileType: FileTypeBox(majorBrand: "heic", compatibleBrands: fault.brands))
        let source = try HandmadeStill.whole().file()
        var items = source.items
        var references = source.references
        file.primary = 7
        fault.damage(&items, &references, &file.primary)
        for item in items { _ = file.add(item) }
        for reference in references { file.refer(reference.kind, from: reference.from, to: reference.to) }
        var bytes = try file.layOut().bytes
        fault.damageBytes(&bytes)
        let findings = try ImageFileInspection.parse(MemorySource(bytes)).findings
        #expect(findings.contains { $0.contains(fault.finding) }, "\(findings)")
    }

    /// A rule and how it is broken.
    struct Fault: Sendable, CustomTestStringConvertible {
        let finding: String
        var brands: [FourCC] = ["mif1", "heic"]
        var damage: @Sendable (inout [ImageItem], inout [ItemReferenceBox.Reference], inout UInt32) -> Void = {
            _,
            _,
            _ in
        }
        var damageBytes: @Sendable (inout [UInt8]) -> Void = { _ in }

        var testDescription: String { finding }

        static let all: [Fault] = [
            Fault(finding: "neither 'mif1' nor 'msf1'", brands: ["heic"]),
            Fault(finding: "promises a sequence", brands: ["mif1", "msf1"]),
            Fault(finding: "the primary item 9 is 'Exif'") { $2 = 9 },
            Fault(finding: "its size is missing") { items, _, _ in items[6].properties.removeFirst() },
            Fault(finding: "'hvcC' is not essential") { items, _, _ in items[0].properties[1].isEssential = false },
            Fault(finding: "'hvcC' is missing") { items, _, _ in items[0].properties.remove(at: 1) },
            Fault(finding: "not in the order") { items, _, _ in
                let turn = [
                    ItemProperty(ImageMirrorBox(swapsLeftAndRight: true)), ItemProperty(ImageRotationBox(quarters: 1)),
                ]
                items[6].properties += turn.map { ImageItem.Property($0, isEssential: true) }
            },
            Fault(finding: "'irot' is not essential") { items, _, _ in
                items[6].properties.append(ImageItem.Property(ItemProperty(ImageRotationBox(quarters: 1))))
            },
            Fault(finding: "readers need 'abcd'") { items, _, _ in
                let unknown = ItemProperty(type: "abcd", payload: [])
                items[6].properties.append(ImageItem.Property(unknown, isEssential: true))
            },
            Fault(finding: "'pixi' says 10 bits, 'hvcC' 8") { items, _, _ in
                items[0].properties[2] = ImageItem.Property(ItemProperty(PixelInformationBox(channelBits: [10])))
            },
            Fault(finding: "'ispe' says 158x96, its parameter sets 160x96") { items, _, _ in
                items[7].properties[0] = ImageItem.Property(ItemProperty(ImageExtentBox(width: 158, height: 96)))
            },
            Fault(finding: "its tiles have different sizes") { items, _, _ in
                items[2].properties[0] = ImageItem.Property(ItemProperty(ImageExtentBox(width: 158, height: 96)))
            },
            Fault(finding: "its tiles are coded differently") { items, _, _ in items[2].kind = "av01" },
            Fault(finding: "are not 5") { _, references, _ in references[0].to.removeLast() },
            Fault(finding: "do not cover") { items, _, _ in
                items[6].payload = ImageGrid(rows: 2, columns: 3, size: PictureSize(width: 500, height: 100)).payload
            },
            Fault(finding: "'ispe' says 400x100, the grid 400x102") { items, _, _ in
                items[6].payload = ImageGrid(rows: 2, columns: 3, size: PictureSize(width: 400, height: 102)).payload
            },
            Fault(finding: "a grid has 8 or 12 bytes, not 3") { items, _, _ in items[6].payload = [0, 0, 1] },
            Fault(finding: "more than the 134217728 pixels") { items, _, _ in
                items[6].properties[0] = ImageItem.Property(ItemProperty(ImageExtentBox(width: .max, height: .max)))
            },
            Fault(finding: "to item 99, which does not exist") { _, references, _ in references[1].to = [99] },
            Fault(finding: "refers to itself") { _, references, _ in references[1].to = [8] },
            Fault(finding: "item 7 is made of itself") { _, references, _ in references[0].to[0] = 7 },
            Fault(finding: "(2 items in all)") { _, references, _ in
                references[0].to[0] = 1
                references.append(ItemReferenceBox.Reference("dimg", from: 1, to: [7]))
            },
            Fault(finding: "has its inputs twice") { _, references, _ in references.append(references[0]) },
            Fault(finding: "thumbnail of the thumbnail") { _, references, _ in
                references.append(ItemReferenceBox.Reference("thmb", from: 7, to: [8]))
            },
            Fault(finding: "none of its bytes can be read", damageBytes: { $0.removeLast(40) }),
            Fault(finding: "are outside of the file", damageBytes: { $0.removeLast(40) }),
            Fault(
                finding: "is there twice: the second one",
                damageBytes: { bytes in
                    let place = bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array("idat".utf8) }
                    bytes.replaceSubrange(place!..<place! + 4, with: Array("iref".utf8))
                }
            ),
        ]
    }

    @Test("of a file that ends anywhere there are findings or an error")
    func truncation() throws {
        let bytes = try HandmadeStill.whole().file().layOut().bytes
        for count in 0..<bytes.count {
            guard let file = try? ImageFileInspection.parse(MemorySource(Array(bytes[..<count]))) else { continue }
            #expect(!file.findings.isEmpty, "\(count) of \(bytes.count) bytes")
        }
    }
}
