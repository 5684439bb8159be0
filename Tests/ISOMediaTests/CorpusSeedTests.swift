import HEIF
import HEVC
import Media
import TestSupport
import Testing

@testable import ISOMedia

/// Movies and boxes from which the fuzzer starts. All of them are valid, because the fuzzer damages them itself.
@Suite struct CorpusSeedTests {
    /// Stores a movie as a seed, and on request one box of each type in it.
    private func keep(_ name: String, _ layout: MovieLayout, withBoxes: Bool = true) throws {
        let file = Fixture.file(layout)
        let movie = try MovieInspection.parse(MemorySource(file))
        #expect(movie.findings == [])
        #expect(file.count <= 8192, "libFuzzer truncates longer seeds")
        try Corpus.seed("movie", name, file)
        var boxes = withBoxes ? movie.boxes : []
        while let box = boxes.popLast() {
            boxes += box.children
            guard box.children.isEmpty, box.type != "mdat" else { continue }
            let payload = file[Int(box.payload.lowerBound)..<Int(box.payload.upperBound)]
            try keep(box: box.type, name, payload)
        }
    }

    private func keep(box type: FourCC, _ name: String, _ payload: some Collection<UInt8>) throws {
        let code = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: type.rawValue >> $0) }
        let word = "\(type)".filter { $0 != " " }
        try Corpus.seed("box", "\(word)-\(name)", code + Array(payload))
    }

    private func keep(_ box: some Box, _ name: String = "alone") throws {
        try keep(box: type(of: box).type, name, box.bytes.dropFirst(8))
    }

    private var hdr: VideoTrackConfiguration {
        var video = Fixture.video()
        video.colour = ColourDescription(primaries: 9, transfer: 16, matrix: 9)
        video.masteringDisplay = Fixture.display
        video.contentLight = ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)
        video.ambientViewing = AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)
        video.pixelAspect = PixelAspect(horizontal: 4, vertical: 3)
        video.prefixSEI = StaticMetadata(masteringDisplay: Fixture.display).units
        return video
    }

    @Test("movies as seeds have no finding", arguments: [MovieContainer.mp4, .quickTime])
    func movies(_ container: MovieContainer) throws {
        var muxer = try MovieMuxer(MovieConfiguration(video: hdr, audio: [Fixture.aac()], container: container))
        try Fixture.appendReordered(&muxer, frames: 8)
        for _ in 0..<16 { try muxer.appendAudio(track: 0, byteCount: 9, duration: 1024) }
        try keep(container == .mp4 ? "hdr-and-sound" : "quicktime", try muxer.finish())
    }

    @Test("movies with temporal levels as seeds have no finding", arguments: [1, 2, 4])
    func levels(_ levels: Int) throws {
        let film = LayeredFilm(levels: levels, frames: 18, byteCount: 24)
        try keep("levels-\(levels)", try film.layout(), withBoxes: levels == 4)
    }

    @Test("image files as seeds have no finding", arguments: 0..<4)
    func images(_ number: Int) throws {
        var turned = try HandmadeStill.picture()
        turned.turn = PictureTurn(isTransposed: true, flipsHorizontally: true, flipsVertically: true)
        turned.profile = HandmadeProfile("P3").bytes
        let stills = [
            ("grid", try HandmadeStill.whole()), ("hdr", StillDescription([try HandmadeStill.hdr()])),
            ("turned", StillDescription([turned])),
            ("burst", StillDescription([try HandmadeStill.picture(), try HandmadeStill.picture()])),
        ]
        let (name, still) = stills[number]
        let file = try still.file()
        let layout = try file.layOut()
        #expect(try ImageFileInspection.parse(MemorySource(layout.bytes)).findings == [])
        try Corpus.seed("image", name, layout.bytes)
        var reader = BoxReader("file", layout.bytes)
        while let box = try reader.child() {
            guard box.type == "meta" else { continue }
            var meta = BoxReader("meta", box.payload.dropFirst(4))
            while let child = try meta.child() { try keep(box: child.type, name, child.payload) }
        }
    }

    @Test("an image sequence as a seed has no finding, and its still is the first sample")
    func sequence() throws {
        let picture: [UInt8] = [0, 0, 0, 2, 0x26, 1]
        var description = ImageSequenceDescription(
            StillDescription([try HandmadeStill.picture(picture)]),
            constraints: .predicted
        )
        description.isSequenceFirst = true
        func layout(_ offset: UInt64) throws -> MovieLayout {
            var configuration = MovieConfiguration(video: Fixture.video())
            configuration.imageSequence = try description.header(firstSampleAt: offset)
            var muxer = try MovieMuxer(configuration)
            for index in 0..<3 {
                try muxer.appendVideo(
                    byteCount: picture.count,
                    decodeTick: Int64(index),
                    duration: 1,
                    compositionOffset: 0,
                    flags: index == 0 ? [.sync, .intra] : [],
                    nalUnitType: index == 0 ? 20 : 1
                )
            }
            return try muxer.finish()
        }
        let offset = try #require(try layout(0).chunks.first?.fileOffset)
        let file = try layout(offset).header + picture + picture + picture
        let images = try ImageFileInspection.parse(MemorySource(file))
        let movie = try MovieInspection.parse(MemorySource(file))
        #expect(images.findings == [] && movie.findings == [])
        #expect(images.majorBrand == "hevc" && images.hasMovie)
        let sample = try #require(movie.tracks[0].samples?.first { _ in true })
        #expect(images.items[0].extents.map(\.offset) == [offset] && sample.byteCount == UInt32(picture.count))
        #expect(try MemorySource(file).bytes(of: images.items[0], atMost: 99) == picture)
        try Corpus.seed("image", "sequence", file)
        try Corpus.seed("movie", "image-sequence", file)
        try keep(CodingConstraintsBox.predicted)
    }

    @Test("boxes that the muxer does not write have seeds, too")
    func boxes() throws {
        for patterns in [UInt32(2), 300, 70000] {
            try keep(
                CompactSampleToGroupBox(
                    groupingType: "tscl",
                    patterns: [CompactSampleToGroupBox.Pattern(length: 2, sampleCount: patterns)],
                    indexes: [1, patterns]
                ),
                "\(patterns)"
            )
        }
        var groups = SampleGroupDescriptionBox(groupingType: "roll", entries: [[0, 1], [255, 255]])
        try keep(groups, "equal-lengths")
        groups.defaultIndex = 2
        try keep(groups, "version-2")
        groups.entries = [[], [1, 2, 3]]
        try keep(groups, "own-lengths")
        try keep(try #require(AC3SpecificBox([0x10, 0x3D, 0xC0])))
        try keep(try #require(EnhancedAC3SpecificBox([0x07, 0xC0, 0x20, 0x0F, 0x00])))
        try keep(ElementaryStreamBox(configuration: [0x11, 0x90], bufferByteCount: 6144, averageBitRate: 128_000))
        try keep(ColourInformationBox(profile: [1, 2, 3]))
        var entry = VisualSampleEntry(width: 160, height: 96)
        entry.colourProfile = ColourInformationBox(profile: HandmadeProfile("P3").bytes)
        entry.dolbyVision = DolbyVisionBox(DolbyVision(profile: 8, level: 4, compatibility: 4))
        try keep(SampleDescriptionBox(entries: [entry.entry]), "profile-and-dolby-vision")
        try keep(LargeChunkOffsetBox(offsets: [1 << 33, 48]))
        try keep(BitRateBox(bufferByteCount: 1, maximum: 2, average: 3))
        try keep(ColourInformationBox(hdr.colour), "codes")
        try keep(MasteringDisplayBox(Fixture.display))
        try keep(ContentLightBox(ContentLight(maximumContentLightLevel: 1000, maximumFrameAverageLightLevel: 400)))
        try keep(AmbientViewingBox(AmbientViewing(illuminance: 3_140_000, x: 15635, y: 16450)))
        try keep(PixelAspectBox(.square))
        let odd = CleanAperture(PictureSize(width: 161, height: 121), of: PictureSize(width: 162, height: 122))
        try keep(CleanApertureBox(try #require(odd)))
        let context = try SliceHeader.Context(Fixture.layeredSets)
        try keep(HEVCConfigurationBox(Fixture.layeredSets, context, constantRate: nil))
    }
}
