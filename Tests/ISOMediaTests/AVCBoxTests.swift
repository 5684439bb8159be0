import AVC
import HEVC
import Media
import Testing

@testable import ISOMedia

@Suite("avcC")
struct AVCBoxTests {
    /// Written by ffmpeg 5.1 with libx264, `-preset medium`, of pictures of 320x180.
    private static let ofFFmpeg =
        "00000039 61766343 0164000cffe1001c 6764000cacd941419f9f016a020404800000030080000018078a14cb"
        + "01000668ebe3cb22c0fdf8f800"

    private func box() throws -> AVCConfigurationBox {
        try AVCConfigurationBox(payload: Fixture.bytes(Self.ofFFmpeg).dropFirst(8))
    }

    @Test("the box that ffmpeg writes is read, and made of its parameter sets to the byte")
    func sameAsFFmpeg() throws {
        let read = try box()
        #expect((read.profile, read.compatibility, read.level) == (100, 0, 12))
        #expect(read.chromaFormat == 1 && read.lumaBitDepth == 8 && read.chromaBitDepth == 8)
        let sets = try #require(read.parameterSets)
        let sequence = try sets.sps.withRawSpan { (span) throws(BitstreamError) in
            try AVCSequenceParameterSet(unit: span)
        }
        #expect(sequence.size == PictureSize(width: 320, height: 180))
        #expect(try AVCConfigurationBox(sets, sequence) == read)
        try expectRoundTrip(read, bytes: Self.ofFFmpeg, endsOpen: true)
        var entry = VisualSampleEntry(width: 320, height: 180)
        (entry.format, entry.avc) = ("avc1", read)
        #expect(VideoFormat(entry).codecString == "avc1.64000C")
        #expect(try VisualSampleEntry(entry.entry) == entry && entry.missingConfiguration == nil)
        entry.avc = nil
        #expect(entry.missingConfiguration == "avcC")
    }

    @Test("a truncated box is an error, or a box without what was cut off")
    func truncated() throws {
        let whole = try box()
        let payload = Fixture.bytes(Self.ofFFmpeg).dropFirst(8)
        for count in 0..<payload.count {
            let part = try? AVCConfigurationBox(payload: payload.prefix(count))
            #expect(part == nil || part?.parameterSets == whole.parameterSets && part?.chromaFormat == nil)
        }
    }

    @Test("a movie of H.264 has 'avc1', its brand, no level groups, and the level that its rate needs")
    func movie() throws {
        let sets = try #require(try box().parameterSets)
        var track = VideoTrackConfiguration(
            parameterSets: sets,
            size: PictureSize(width: 320, height: 180),
            timescale: 24
        )
        track.constantRate = FrameRate(frames: 24, seconds: 1)
        var muxer = try MovieMuxer(MovieConfiguration(video: track))
        for sample in 0..<24 {
            try muxer.appendVideo(
                byteCount: sample == 0 ? 200_000 : 1000,
                decodeTick: Int64(sample),
                duration: 1,
                compositionOffset: 0,
                flags: sample == 0 ? [.sync, .intra] : [],
                nalUnitType: sample == 0 ? 5 : 1
            )
        }
        let layout = try muxer.finish()
        let movie = try MovieInspection.parse(MemorySource(Fixture.file(layout)))
        #expect(movie.findings == [])
        #expect(movie.compatibleBrands.contains("avc1"))
        let video = try #require(movie.tracks.first?.video)
        // 1,784,000 bit/s is more than the 960,000 of level 1.3 in the High profile.
        #expect(video.codecString == "avc1.640014" && video.avc?.sequenceSets.first?[3] == 20)
        #expect(movie.tracks.first?.temporalLevels == nil && layout.notes.isEmpty)
    }
}
