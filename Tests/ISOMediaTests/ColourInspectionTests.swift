import HEVC
import Media
import Testing

@testable import ISOMedia

/// Inspection of colour and light: in boxes, in `hvcC` and in the first sample, and which of them takes effect.
@Suite struct ColourInspectionTests {
    private static let hlg = ColourDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    private static let messages = StaticMetadata(
        masteringDisplay: Fixture.display,
        contentLight: ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
    )

    /// A movie whose frames are all this sample, with BT.2020 PQ in its SPS.
    private func movie(
        colour: ColourDescription = .unspecified,
        configured: [[UInt8]] = [],
        sample units: [[UInt8]]
    ) throws -> [UInt8] {
        var configuration = Fixture.video()
        configuration.parameterSets = Fixture.layeredSets
        configuration.size = PictureSize(width: 162, height: 90)
        configuration.colour = colour
        configuration.prefixSEI = configured
        var muxer = try MovieMuxer(MovieConfiguration(video: configuration, audio: []))
        var sample: [UInt8] = []
        for unit in units { unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &sample) } }
        try muxer.appendVideo(
            byteCount: sample.count,
            decodeTick: 0,
            duration: 1,
            compositionOffset: 0,
            flags: [.sync, .intra],
            nalUnitType: 20
        )
        return try muxer.finish().header + sample
    }

    private func format(_ bytes: [UInt8]) throws -> VideoFormat {
        let movie = try MovieInspection.parse(MemorySource(bytes))
        #expect(movie.findings == [])
        return try #require(movie.tracks.first?.video)
    }

    @Test("a movie without boxes is HDR10 because of SEI units in hvcC or in the first sample")
    func bitstream() throws {
        let slice: [UInt8] = [20 << 1, 1, 0x80]
        for bytes in [
            try movie(configured: Self.messages.units, sample: [slice]),
            try movie(sample: Self.messages.units + [slice]),
            try movie(configured: Self.messages.units, sample: Self.messages.units + [slice]),
        ] {
            let video = try format(bytes)
            #expect(video.colour == nil && video.masteringDisplay == nil)
            #expect(video.bitstream?.masteringDisplay == Fixture.display)
            #expect(video.settled.colour.transfer == 16 && video.settled.contentLight == Self.messages.contentLight)
            #expect(video.dynamicRange == "HDR10" && video.colourWarnings == [])
        }
    }

    @Test("boxes that contradict the SPS take effect, with a warning")
    func contradiction() throws {
        let video = try format(try movie(colour: Self.hlg, sample: [[20 << 1, 1, 0x80]]))
        #expect(video.dynamicRange == "HLG" && video.bitstream?.colour.transfer == 16)
        #expect(video.colourWarnings.first?.hasPrefix("transfer: the container says arib-std-b67") == true)
    }

    @Test("a sample that cannot be divided gives a warning, and one outside of the file is ignored")
    func damage() throws {
        var bytes = try movie(sample: [[20 << 1, 1, 0x80]])
        #expect(try format(bytes).colourWarnings == [])
        bytes.replaceSubrange((bytes.count - 7)..<(bytes.count - 3), with: [0, 0, 0, 1])
        #expect(try format(bytes).colourWarnings.first?.hasPrefix("the first access unit cannot be divided") == true)
        let cut = try MovieInspection.parse(MemorySource(Array(bytes.dropLast(7))))
        #expect(cut.tracks.first?.video?.settled.colour.transfer == 16)
    }

    @Test("the sample entry of a track is found by the track's ID")
    func sampleEntry() throws {
        let source = MemorySource(try movie(colour: Self.hlg, sample: [[20 << 1, 1, 0x80]]))
        let id = try #require(try MovieInspection.parse(source).tracks.first?.header?.trackID)
        let entry = try #require(try MovieInspection.sampleEntry(ofTrack: id, in: source))
        #expect(entry.colourMetadata.colour == Self.hlg)
        #expect(try MovieInspection.sampleEntry(ofTrack: id + 1, in: source) == nil)
        #expect(try MovieInspection.sampleEntry(ofTrack: id, in: MemorySource([1, 2, 3])) == nil)
    }
}
