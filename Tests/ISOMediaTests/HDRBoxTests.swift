import Media
import TestSupport
import Testing

@testable import ISOMedia

/// `colr`, `mdcv`, `clli` and `amve`: alone, in the sample entry, in a movie, and damaged.
@Suite struct HDRBoxTests {
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9)
    private static let light = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    /// The values of iPhones: 314 lux, D65.
    private static let ambient = AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)

    private static var entry: VisualSampleEntry {
        var entry = VisualSampleEntry(width: 160, height: 96)
        entry.colour = ColourInformationBox(hlg)
        entry.colourProfile = ColourInformationBox(profile: [1, 2, 3])
        entry.masteringDisplay = MasteringDisplayBox(Fixture.display)
        entry.contentLight = ContentLightBox(light)
        entry.ambientViewing = AmbientViewingBox(ambient)
        entry.pixelAspect = PixelAspectBox(.square)
        return entry
    }

    /// The entry with one more box, after the others.
    private func entry(adding box: String) throws -> VisualSampleEntry {
        var entry = VisualSampleEntry(width: 160, height: 96).entry
        entry.payload += Fixture.bytes(box)
        return try VisualSampleEntry(entry)
    }

    @Test("amve is read and written byte for byte")
    func ambient() throws {
        try expectRoundTrip(AmbientViewingBox(Self.ambient), bytes: "00000010 616d7665 002fe9a0 3d13 4042")
    }

    @Test("colr of QuickTime and colr with a profile are exact to the byte, and an unknown kind is kept")
    func colour() throws {
        try expectRoundTrip(
            ColourInformationBox(quickTime: Self.hlg),
            bytes: "00000012 636f6c72 6e636c63 0009 0012 0009"
        )
        try expectRoundTrip(
            ColourInformationBox(profile: [1, 2, 3]),
            bytes: "0000000f 636f6c72 70726f66 010203",
            endsOpen: true
        )
        let other = try ColourInformationBox(payload: Fixture.bytes("61626364 0506")[...])
        #expect(other.profile == [5, 6])
        #expect(!other.hasCodes)
        #expect(other.bytes == Fixture.bytes("0000000e 636f6c72 61626364 0506"))
    }

    @Test("a code that H.273 does not have is read as unspecified")
    func wideCodes() throws {
        let box = try ColourInformationBox(payload: Fixture.bytes("6e636c78 0109 ffff 0009 7f")[...])
        #expect(box.colour == ColourDescription(primaries: 2, transfer: 2, matrix: 9, isFullRange: false))
    }

    @Test("the sample entry has all these boxes in a fixed order")
    func sampleEntry() throws {
        let entry = Self.entry
        #expect(try VisualSampleEntry(entry.entry) == entry)
        let boxes =
            "00000013 636f6c72 6e636c78 0009 0012 0009 00 0000000f 636f6c72 70726f66 010203"
            + "00000020 6d646376 33c2 86c4 1d4c 0bb8 84d0 3e80 3d13 4042 00989680 00000001"
            + "0000000c 636c6c69 03e8 0190 00000010 616d7665 002fe9a0 3d13 4042 00000010 70617370 00000001 00000001"
        #expect(Array(entry.entry.payload.dropFirst(78)) == Fixture.bytes(boxes))
    }

    @Test("of several colr boxes, the first with codes and the first with a profile take effect")
    func severalColours() throws {
        let text =
            "0000000f 636f6c72 70726f66 010203 00000012 636f6c72 6e636c63 0001 0001 0001"
            + "00000013 636f6c72 6e636c78 0009 0012 0009 00 0000000e 636f6c72 72494343 0506"
            + "0000000c 636f6c72 61626364"
        let entry = try entry(adding: text)
        #expect(entry.colour?.colour == ColourDescription(primaries: 1, transfer: 1, matrix: 1))
        #expect(entry.colourProfile?.profile == [1, 2, 3])
        #expect(entry.otherBoxes == ["colr"])
        #expect(entry.faults == [])
    }

    @Test(
        "a truncated box is a fault with its name, and the rest of the entry is read",
        arguments: [
            ("0000001f 6d646376 33c2 86c4 1d4c 0bb8 84d0 3e80 3d13 4042 00989680 000000", "mdcv"),
            ("0000000a 636c6c69 03e8", "clli"), ("00000008 616d7665", "amve"), ("0000000a 636f6c72 6e63", "colr"),
            ("00000012 636f6c72 6e636c78 0009 0012 0009", "colr"), ("0000000e 636f6c72 6e636c63 0009", "colr"),
            ("0000000c 70617370 00000001", "pasp"), ("00000009 68766343 02", "hvcC"),
        ]
    )
    func cut(_ box: String, _ type: String) throws {
        let following = "0000000c 636c6c69 0001 0002"
        let entry = try entry(adding: box + following)
        #expect(entry.faults.count == 1)
        #expect(entry.faults.first?.hasPrefix("box '\(type)': ") == true)
        #expect(
            entry.contentLight?.light == ContentLight(maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 2)
        )
        #expect(entry.colour == nil && entry.masteringDisplay == nil && entry.ambientViewing == nil)
    }

    @Test("a box that is longer than the entry ends it, and the boxes before it are read")
    func tooLong() throws {
        let entry = try entry(adding: "0000000c 636c6c69 0001 0002 00000021 6d646376 33c2")
        #expect(
            entry.contentLight?.light == ContentLight(maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 2)
        )
        #expect(entry.masteringDisplay == nil)
        #expect(entry.faults.count == 1)
    }

    @Test("impossible values are kept unchanged")
    func nonsense() throws {
        var display = Fixture.display
        (display.green, display.red) = (display.red, display.green)
        (display.maximumLuminance, display.minimumLuminance) = (1000, 4_294_967_295)
        display.whitePoint = MasteringDisplay.Chromaticity(x: 65535, y: 0)
        try expectRoundTrip(MasteringDisplayBox(display))
        try expectRoundTrip(AmbientViewingBox(AmbientViewing(illuminance: .max, x: .max, y: .max)))
    }

    @Test("a movie has amve and SEI units, and damage in its entry is a finding that names track and box")
    func movie() throws {
        var video = Fixture.video()
        video.colour = Self.hlg
        video.ambientViewing = Self.ambient
        video.prefixSEI = [[78, 1, 144, 4, 3, 232, 1, 144, 128]]
        var muxer = try MovieMuxer(MovieConfiguration(video: video))
        try Fixture.appendReordered(&muxer, frames: 4)
        var file = Fixture.file(try muxer.finish())
        let format = try #require(try MovieInspection.parse(MemorySource(file)).tracks[0].video)
        #expect(format.ambientViewing == Self.ambient)
        #expect(format.colour == ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false))
        let array = try #require(format.hevc?.arrays.last)
        #expect(array.unitType == 39 && !array.isComplete && array.units == video.prefixSEI)
        #expect(format.hevc?.parameterSets == Fixture.sets)
        // The size of colr becomes 8: its payload is read as a box that is far too long.
        let place = try #require(file.indices.dropLast(4).first { Array(file[$0..<($0 + 4)]) == Array("colr".utf8) })
        file[place - 1] = 8
        let damaged = try MovieInspection.parse(MemorySource(file))
        #expect(damaged.findings.contains { $0.hasPrefix("track 1: sample entry 'hvc1': box 'colr': ") })
        #expect(damaged.tracks[0].video?.colour == nil)
        #expect(damaged.tracks[0].video?.size == PictureSize(width: 160, height: 96))
    }

    @Test(
        "units other than prefix SEI are refused",
        arguments: [[], [78, 1], [80, 1, 0], Array(repeating: 78, count: 65536)]
    )
    func noSEI(_ unit: [UInt8]) throws {
        var video = Fixture.video()
        video.prefixSEI = [unit]
        #expect { try MovieMuxer(MovieConfiguration(video: video)) } throws: {
            ($0 as? MovieError)?.subject == "SEI NAL units"
        }
    }

    @Test("every truncation and 5000 mutations of an entry with all boxes are read or refused")
    func mutations() throws {
        let whole = Self.entry.entry
        for count in 0..<whole.payload.count {
            let cut = SampleDescriptionBox.Entry(format: whole.format, payload: Array(whole.payload.prefix(count)))
            if let entry = try? VisualSampleEntry(cut) { #expect(entry != Self.entry) }
        }
        var random = SeededGenerator(seed: 12)
        var (read, faulty) = (0, 0)
        for round in 0..<5000 {
            var payload = whole.payload
            for _ in 0...(round % 3) {
                let index = Int.random(in: 78..<payload.count, using: &random)
                payload[index] = [0, 1, 8, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(
                    using: &random
                )!
            }
            let entry = try VisualSampleEntry(SampleDescriptionBox.Entry(format: whole.format, payload: payload))
            read += 1
            if !entry.faults.isEmpty { faulty += 1 }
        }
        #expect(read == 5000)
        #expect(faulty > 100)
    }
}
