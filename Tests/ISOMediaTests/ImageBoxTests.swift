import HEIF
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Boxes of image files against bytes that were written by hand from ISO/IEC 23008-12 and 14496-12, or that an iPhone
/// wrote.
@Suite struct ImageBoxTests {
    @Test("small boxes of images have the bytes of the standard")
    func small() throws {
        try expectRoundTrip(PrimaryItemBox(item: 49), bytes: "0000000e 7069746d 00000000 0031")
        try expectRoundTrip(PrimaryItemBox(item: 70_000), bytes: "00000010 7069746d 01000000 00011170")
        try expectRoundTrip(
            ImageExtentBox(width: 512, height: 64),
            bytes: "00000014 69737065 00000000 00000200 00000040"
        )
        try expectRoundTrip(
            PixelInformationBox(channelBits: [10, 10, 10]),
            bytes: "00000010 70697869 00000000 030a0a0a"
        )
        try expectRoundTrip(ImageRotationBox(quarters: 3), bytes: "00000009 69726f74 03")
        try expectRoundTrip(ImageMirrorBox(swapsLeftAndRight: true), bytes: "00000009 696d6972 01")
        try expectRoundTrip(
            AuxiliaryTypeBox(name: "urn:x"),
            bytes: "00000012 61757843 00000000 75726e3a7800",
            endsOpen: true
        )
        try expectRoundTrip(ItemDataBox(bytes: [1, 2]), bytes: "0000000a 69646174 0102", endsOpen: true)
        // As libavif writes it: predicted from any number of pictures.
        try expectRoundTrip(CodingConstraintsBox.predicted, bytes: "00000010 63637374 00000000 7c000000")
        try expectRoundTrip(
            CodingConstraintsBox(refersToIntraOnly: true, usesIntraPrediction: true, mostReferences: 1),
            bytes: "00000010 63637374 00000000 c4000000"
        )
    }

    @Test("an entry of an item has its type, and a MIME item also its content type")
    func entries() throws {
        let tile = ItemEntryBox(item: 1, kind: "hvc1", isHidden: true)
        let metadata = ItemEntryBox(item: 70_000, kind: "mime", contentType: "a/b")
        try expectRoundTrip(tile, bytes: "00000015 696e6665 02000001 0001 0000 68766331 00", endsOpen: true)
        try expectRoundTrip(
            metadata,
            bytes: "0000001b 696e6665 03000000 00011170 0000 6d696d65 00 612f6200",
            endsOpen: true
        )
        try expectRoundTrip(ItemInformationBox(entries: [tile, metadata]))
        var old = BoxReader("infe", Fixture.bytes("00000000 0001 0000 00"))
        #expect(throws: MovieError.self) { try ItemEntryBox(from: &old) }
    }

    @Test("locations have version 1 and fields of four bytes, and eight only beyond 4 GiB")
    func locations() throws {
        let extent = ItemLocationBox.Extent(offset: 0x100, byteCount: 0x20)
        let grid = ItemLocationBox.Location(
            item: 49,
            origin: .itemData,
            extents: [ItemLocationBox.Extent(offset: 0, byteCount: 8)]
        )
        try expectRoundTrip(
            ItemLocationBox(locations: [ItemLocationBox.Location(item: 1, extents: [extent]), grid]),
            bytes: "00000030 696c6f63 01000000 4400 0002 0001 0000 0000 0001 00000100 00000020 "
                + "0031 0001 0000 0001 00000000 00000008"
        )
        let far = ItemLocationBox.Extent(offset: 1 << 33, byteCount: 1)
        try expectRoundTrip(ItemLocationBox(locations: [ItemLocationBox.Location(item: 1 << 20, extents: [far])]))
    }

    @Test("locations of version 0 with base offsets, and of version 2, are read")
    func otherLocations() throws {
        let zero = try ItemLocationBox(
            payload: Fixture.bytes("00000000 4440 0001 0007 0000 00000010 0001 00000001 00000002")[...]
        )
        #expect(zero.locations.first?.baseOffset == 16 && zero.locations.first?.extents.first?.byteCount == 2)
        let two = try ItemLocationBox(
            payload: Fixture.bytes("02000000 4400 00000001 00000007 0000 0000 0001 00000001 00000002")[...]
        )
        #expect(two.locations.first?.item == 7 && two.locations.first?.extents.first?.offset == 1)
    }

    @Test("references and associations are those of an iPhone's tiles")
    func iPhone() throws {
        try expectRoundTrip(
            ItemReferenceBox(references: [ItemReferenceBox.Reference("dimg", from: 49, to: [1, 2])]),
            bytes: "0000001c 69726566 00000000 00000010 64696d67 0031 0002 0001 0002"
        )
        let tile: [ItemPropertyAssociationBox.Association] = [
            .init(index: 3, isEssential: true), .init(index: 1, isEssential: true), .init(index: 2, isEssential: true),
        ]
        try expectRoundTrip(
            ItemPropertyAssociationBox(entries: [.init(item: 1, associations: tile)]),
            bytes: "00000016 69706d61 00000000 00000001 0001 03 83 81 82"
        )
        let wide = ItemPropertyAssociationBox(
            entries: [.init(item: 70_000, associations: [.init(index: 300, isEssential: true)])]
        )
        try expectRoundTrip(wide, bytes: "00000017 69706d61 01000001 00000001 00011170 01 812c")
        let grid = ImageGrid(rows: 8, columns: 6, size: PictureSize(width: 3024, height: 4032))
        #expect(grid.payload == Fixture.bytes("00000705 0bd00fc0"))
        #expect(try ImageGrid(payload: grid.payload) == grid)
        let large = ImageGrid(rows: 1, columns: 256, size: PictureSize(width: 70_000, height: 2))
        #expect(large.payload == Fixture.bytes("000100ff 00011170 00000002"))
        #expect(try ImageGrid(payload: large.payload) == large)
    }

    @Test(
        "numbers of entries beyond the bytes of a box are refused before anything is allocated",
        arguments: [
            "iinf 01000000 80000000", "iloc 02000000 4400 80000000", "iloc 01000000 0000 0001 0001 0000 0000 ffff",
            "iloc 01000000 3300 0000", "ipma 00000000 80000000", "iref 00000000 00000010 64696d67 0031 ffff 0001 0002",
        ]
    )
    func counts(_ text: String) throws {
        let payload = Fixture.bytes(String(text.dropFirst(5)))[...]
        #expect(throws: MovieError.self) {
            switch text.prefix(4) {
            case "iinf": _ = try ItemInformationBox(payload: payload)
            case "iloc": _ = try ItemLocationBox(payload: payload)
            case "ipma": _ = try ItemPropertyAssociationBox(payload: payload)
            default: _ = try ItemReferenceBox(payload: payload)
            }
        }
    }
}
