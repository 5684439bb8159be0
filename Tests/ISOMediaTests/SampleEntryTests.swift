import HEVC
import Media
import Testing

@testable import ISOMedia

@Suite struct SampleEntryTests {
    private func describe(_ sets: ParameterSets, _ constantRate: FrameRate?) throws -> HEVCConfigurationBox {
        try HEVCConfigurationBox(sets, SliceHeader.Context(sets), constantRate: constantRate)
    }

    @Test("hvcC is made from the parameter sets, exact to the byte")
    func configuration() throws {
        let box = try describe(Fixture.sets, FrameRate(frames: 24, seconds: 1))
        #expect(box.parameterSets == Fixture.sets)
        var arrays: [UInt8] = []
        for (head, unit) in [(UInt8(0xA0), Fixture.sets.vps), (0xA1, Fixture.sets.sps), (0xA2, Fixture.sets.pps)] {
            arrays += [head, 0, 1, 0, UInt8(unit.count)] + unit
        }
        let fixed = Fixture.bytes("01 01 60000000 900000000000 1e f000 fc fd f8 f8 1800 4f 03")
        #expect(Array(box.bytes.dropFirst(8)) == fixed + arrays)
        try expectRoundTrip(box)
    }

    @Test("hvcC of a layered 10-bit stream has its depth and its levels")
    func layered() throws {
        let box = try describe(Fixture.layeredSets, nil)
        #expect(box.temporalLayers == 2)
        #expect(!box.isTemporalIDNested)
        #expect(box.lumaBitDepth == 10)
        #expect(box.profile == 2)
        #expect(box.averageFrameRate == 0)
        #expect(box.constantFrameRate == 0)
        try expectRoundTrip(box)
        var entry = VisualSampleEntry(width: 162, height: 90)
        entry.hevc = box
        #expect(VideoFormat(entry).codecString == "hvc1.2.4.L60.90")
    }

    @Test(
        "hvcC has the frame rate if it is constant and fits",
        arguments: [
            (FrameRate(frames: 24000, seconds: 1001), 6138, 1), (FrameRate(frames: 240, seconds: 1), 61440, 1),
            (FrameRate(frames: 65535, seconds: 256), 65535, 1), (FrameRate(frames: 256, seconds: 1), 0, 0),
            (FrameRate(frames: 1, seconds: 1000), 0, 0),
        ] as [(FrameRate, UInt16, UInt8)]
    )
    func frameRate(_ rate: FrameRate, _ average: UInt16, _ constant: UInt8) throws {
        let box = try describe(Fixture.sets, rate)
        #expect(box.averageFrameRate == average)
        #expect(box.constantFrameRate == constant)
    }

    @Test("colr, mdcv, clli, pasp and btrt are read and written byte for byte")
    func small() throws {
        let colour = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: true)
        try expectRoundTrip(ColourInformationBox(colour), bytes: "00000013 636f6c72 6e636c78 0009 0012 0009 80")
        try expectRoundTrip(
            MasteringDisplayBox(Fixture.display),
            bytes: "00000020 6d646376 33c2 86c4 1d4c 0bb8 84d0 3e80 3d13 4042 00989680 00000001"
        )
        let light = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        try expectRoundTrip(ContentLightBox(light), bytes: "0000000c 636c6c69 03e8 0190")
        try expectRoundTrip(
            PixelAspectBox(PixelAspect(horizontal: 4, vertical: 3)),
            bytes: "00000010 70617370 00000004 00000003"
        )
        let aperture = try #require(
            CleanAperture(PictureSize(width: 161, height: 121), of: PictureSize(width: 162, height: 122))
        )
        try expectRoundTrip(
            CleanApertureBox(aperture),
            bytes: "00000028 636c6170 000000a1 00000001 00000079 00000001 ffffffff 00000002 ffffffff 00000002"
        )
        try expectRoundTrip(
            BitRateBox(bufferByteCount: 1, maximum: 2, average: 3),
            bytes: "00000014 62747274 00000001 00000002 00000003"
        )
    }

    @Test("an aperture without a size or a value is a fault, and the rest of its entry is read")
    func impossibleAperture() throws {
        for bytes in [
            "00000000 00000001 00000079 00000001 00000000 00000001 00000000 00000001",
            "000000a1 00000000 00000079 00000001 00000000 00000001 00000000 00000001",
            "000000a1 00000001 ffffff79 00000001 00000000 00000001 00000000 00000001", "000000a1",
        ] {
            #expect(throws: MovieError.self) { try CleanApertureBox(payload: Fixture.bytes(bytes)[...]) }
        }
        var entry = VisualSampleEntry(width: 160, height: 96)
        entry.pixelAspect = PixelAspectBox(.square)
        var bad = entry.entry
        bad.payload += Fixture.bytes("0000000c 636c6170 00000001")
        let read = try VisualSampleEntry(bad)
        #expect(read.cleanAperture == nil && read.pixelAspect == entry.pixelAspect && read.faults.count == 1)
    }

    @Test("colr of QuickTime has no range, and colr with a profile has no codes")
    func otherColour() throws {
        let quickTime = try ColourInformationBox(payload: Fixture.bytes("6e636c63 0009 0010 0009")[...])
        #expect(quickTime.colour == ColourDescription(primaries: 9, transfer: 16, matrix: 9))
        try expectRoundTrip(quickTime)
        let profile = try ColourInformationBox(payload: Fixture.bytes("70726f66 01020304")[...])
        #expect(profile.colour.isUnspecified)
    }

    @Test("esds is read with short and with padded lengths")
    func elementaryStream() throws {
        let box = ElementaryStreamBox(
            configuration: [0x11, 0x90],
            bufferByteCount: 6144,
            maximumBitRate: 128_000,
            averageBitRate: 96000
        )
        try expectRoundTrip(
            box,
            bytes: "00000027 65736473 00000000 0319 0000 00 0411 40 15 001800 0001f400 00017700 0502 1190 0601 02"
        )
        let padded = Fixture.bytes(
            "00000000 0380808022 0000 00 0480808014 40 15 001800 0001f400 00017700 0580808002 1190 0680808001 02"
        )
        #expect(try ElementaryStreamBox(payload: padded[...]) == box)
        try expectRoundTrip(ElementaryStreamBox(configuration: Array(repeating: 1, count: 200)))
    }

    @Test("dac3 and dec3 are kept unchanged and decoded")
    func dolby() throws {
        let ac3 = try #require(AC3SpecificBox([0x10, 0x3D, 0xE0]))
        try expectRoundTrip(ac3, bytes: "0000000b 64616333 103de0")
        #expect(ac3.sampleRate == 48000)
        #expect(ac3.channelCount == 6)
        #expect(AC3SpecificBox([1, 2]) == nil)
        let enhanced = try #require(EnhancedAC3SpecificBox([0x06, 0x00, 0x20, 0x0F, 0x00]))
        try expectRoundTrip(enhanced, bytes: "0000000d 64656333 0600200f00", endsOpen: true)
        #expect(enhanced.kilobitsPerSecond == 192)
        #expect(enhanced.substreamCount == 1)
        #expect(EnhancedAC3SpecificBox([0, 1, 2, 3, 4]) == nil)
    }

    @Test("stsd with a video entry that has all boxes is read as it was written")
    func visual() throws {
        var entry = VisualSampleEntry(width: 160, height: 96)
        entry.compressorName = "a name"
        entry.hevc = try describe(Fixture.sets, nil)
        entry.colour = ColourInformationBox(ColourDescription(primaries: 1, transfer: 1, matrix: 1))
        entry.masteringDisplay = MasteringDisplayBox(Fixture.display)
        entry.contentLight = ContentLightBox(
            ContentLight(maximumContentLightLevel: 1, maximumFrameAverageLightLevel: 2)
        )
        entry.cleanAperture = CleanAperture(
            PictureSize(width: 159, height: 95),
            of: PictureSize(width: 160, height: 96)
        )
        .map(CleanApertureBox.init)
        entry.pixelAspect = PixelAspectBox(.square)
        entry.bitRate = BitRateBox(bufferByteCount: 1, maximum: 2, average: 3)
        #expect(try VisualSampleEntry(entry.entry) == entry)
        try expectRoundTrip(SampleDescriptionBox(entries: [entry.entry]))
    }

    @Test("stsd with audio entries is read as it was written, also in QuickTime's versions")
    func audio() throws {
        var entry = AudioSampleEntry(format: "mp4a", channelCount: 2, sampleRate: 48000)
        entry.elementaryStream = ElementaryStreamBox(configuration: [0x11, 0x90])
        entry.bitRate = BitRateBox(bufferByteCount: 1, maximum: 2, average: 3)
        #expect(try AudioSampleEntry(entry.entry) == entry)
        try expectRoundTrip(SampleDescriptionBox(entries: [entry.entry]))
        for (version, further) in [(UInt8(1), 16), (2, 36)] {
            var payload = entry.entry.payload
            payload[9] = version
            payload.insert(contentsOf: Array(repeating: 0, count: further), at: 28)
            let read = try AudioSampleEntry(SampleDescriptionBox.Entry(format: "mp4a", payload: payload))
            #expect(read == entry)
        }
    }
}
