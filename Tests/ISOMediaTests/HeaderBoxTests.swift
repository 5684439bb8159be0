import Media
import Testing

@testable import ISOMedia

@Suite struct HeaderBoxTests {
    @Test("ftyp is read and written byte for byte")
    func fileType() throws {
        try expectRoundTrip(
            FileTypeBox(majorBrand: "iso6", minorVersion: 1, compatibleBrands: ["iso6", "mp41"]),
            bytes: "00000018 66747970 69736f36 00000001 69736f36 6d703431",
            endsOpen: true
        )
        #expect(FileTypeBox.granary.compatibleBrands.contains(FileTypeBox.granary.majorBrand))
    }

    @Test("mdat has a 64-bit size only from 2^32 bytes on, including the header")
    func mediaData() {
        for (payload, expected) in [
            (UInt64(0), "00000008 6d646174"),
            (0xFFFF_FFF7, "ffffffff 6d646174"),
            (0xFFFF_FFF8, "00000001 6d646174 0000000100000008"),
        ] {
            let header = MediaDataHeader(payloadByteCount: payload)
            var writer = BoxWriter()
            header.write(to: &writer)
            #expect(writer.bytes == Fixture.bytes(expected))
            #expect(header.byteCount == writer.bytes.count)
        }
    }

    @Test("mvhd is read as written, in 32 and 64 bits", arguments: [0, 242, UInt64(UInt32.max), 1 << 32, 1 << 60])
    func movieHeader(_ duration: UInt64) throws {
        let box = MovieHeaderBox(timescale: 48000, duration: duration, nextTrackID: 3)
        try expectRoundTrip(box)
        #expect(box.bytes.count == (duration > UInt64(UInt32.max) ? 120 : 108))
        #expect(box.bytes[8] == (duration > UInt64(UInt32.max) ? 1 : 0))
    }

    @Test("tkhd is read as written, in 32 and 64 bits", arguments: [0, UInt64(UInt32.max), 1 << 32])
    func trackHeader(_ duration: UInt64) throws {
        let quarterTurn = try #require(TransformationMatrix([0, 65536, 0, -65536, 0, 0, 0, 0, 0x4000_0000]))
        let box = TrackHeaderBox(
            isEnabled: false,
            trackID: 7,
            duration: duration,
            alternateGroup: 1,
            volume: 0x100,
            matrix: quarterTurn,
            width: 213 << 16 | 0x5555,
            height: 96 << 16
        )
        try expectRoundTrip(box)
        #expect(box.bytes.count == (duration > UInt64(UInt32.max) ? 104 : 92))
        #expect(TransformationMatrix([1, 2, 3]) == nil)
    }

    @Test("a rotation of resized pictures moves them by their new sides")
    func resizedMatrix() throws {
        func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32, _ x: Int32, _ y: Int32) throws
            -> TransformationMatrix
        {
            try #require(
                TransformationMatrix([a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 0x4000_0000])
            )
        }
        let (old, new) = (PictureSize(width: 1920, height: 1080), PictureSize(width: 480, height: 270))
        // A quarter turn swaps width and height; half a turn and mirrors keep them.
        #expect(try matrix(0, 1, -1, 0, 1080, 0).resized(from: old, to: new) == matrix(0, 1, -1, 0, 270, 0))
        #expect(try matrix(0, -1, 1, 0, 0, 1920).resized(from: old, to: new) == matrix(0, -1, 1, 0, 0, 480))
        #expect(try matrix(-1, 0, 0, -1, 1920, 1080).resized(from: old, to: new) == matrix(-1, 0, 0, -1, 480, 270))
        #expect(try matrix(-1, 0, 0, 1, 1920, 0).resized(from: old, to: new) == matrix(-1, 0, 0, 1, 480, 0))
        #expect(try matrix(0, 1, -1, 0, 1080, 0).resized(from: old, to: old) == matrix(0, 1, -1, 0, 1080, 0))
        #expect(TransformationMatrix.identity.resized(from: old, to: new) == .identity)
    }

    @Test("elst with 32 bits is read and written byte for byte")
    func editList() throws {
        try expectRoundTrip(
            EditListBox(edits: [
                EditListBox.Edit(duration: 5, mediaTime: -1), EditListBox.Edit(duration: 97, mediaTime: 1024),
            ]),
            bytes: "00000028 656c7374 00000000 00000002 00000005 ffffffff 00010000 00000061 00000400 00010000"
        )
    }

    @Test("elst has 64 bits if a duration or a media time needs them")
    func largeEditList() throws {
        for edit in [
            EditListBox.Edit(duration: 1 << 32, mediaTime: -1), EditListBox.Edit(duration: 1, mediaTime: 1 << 31),
        ] {
            let box = EditListBox(edits: [edit])
            try expectRoundTrip(box)
            #expect(box.bytes[8] == 1)
        }
    }

    @Test("mdhd is read as it was written, with its language", arguments: ["und", "eng", "deu", "zxx"])
    func mediaHeader(_ language: String) throws {
        for duration in [UInt64(97), 1 << 33] {
            try expectRoundTrip(MediaHeaderBox(timescale: 240, duration: duration, language: language))
        }
    }

    @Test("languages are packed with five bits for each letter, and an invalid one becomes und")
    func language() {
        #expect(PackedLanguage.pack("und") == 0x55C4)
        #expect(PackedLanguage.pack("eng") == 0x15C7)
        #expect(PackedLanguage.unpack(0x15C7) == "eng")
        for odd in ["", "en", "ENG", "engl", "e1g", "éa"] { #expect(PackedLanguage.pack(odd) == 0x55C4) }
        for odd: UInt16 in [0, 1, 0x7FFF, 0xD5C4] { #expect(PackedLanguage.unpack(odd) == "und") }
    }

    @Test("hdlr is read as it was written, also with the Pascal string of QuickTime")
    func handler() throws {
        try expectRoundTrip(HandlerBox(handler: "vide", name: "Video"), endsOpen: true)
        let payload = Fixture.bytes("00000000 6d686c72 76696465 6170706c 00000000 00000000 05 566964656f")
        #expect(try HandlerBox(payload: payload[...]) == HandlerBox(handler: "vide", name: "Video"))
    }

    @Test("vmhd, smhd and dref are read and written byte for byte")
    func small() throws {
        try expectRoundTrip(VideoMediaHeaderBox(), bytes: "00000014 766d6864 00000001 0000000000000000")
        try expectRoundTrip(SoundMediaHeaderBox(), bytes: "00000010 736d6864 00000000 00000000")
        try expectRoundTrip(
            DataReferenceBox(),
            bytes: "0000001c 64726566 00000000 00000001 0000000c 75726c20 00000001"
        )
    }

    @Test("an unknown version is refused")
    func versions() {
        for payload in [[2, 0, 0, 0] + Array(repeating: 0, count: 200), [255] + Array(repeating: 0, count: 200)]
            as [[UInt8]]
        {
            #expect(throws: MovieError.self) { try MovieHeaderBox(payload: payload[...]) }
            #expect(throws: MovieError.self) { try EditListBox(payload: payload[...]) }
            #expect(throws: MovieError.self) { try TrackHeaderBox(payload: payload[...]) }
        }
    }
}
