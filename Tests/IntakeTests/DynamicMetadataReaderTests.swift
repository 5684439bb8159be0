import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

/// Dynamic HDR metadata, read from the packets of films.
@Suite("Dynamic metadata of a source", .temporaryFolder, .enabled(if: MetadataFilm.isPossible, "no ffmpeg"))
struct DynamicMetadataReaderTests {
    private func probe(_ path: String) throws -> SourceDescription {
        try FilmProbe.describe(path: path, hashWholeFile: false)
    }

    private func read(_ source: SourceDescription) throws -> [FrameMetadata] {
        var found: [FrameMetadata] = []
        try DynamicMetadataReader(source).forEachFrame { found.append($0) }
        return found.sorted { $0.frame < $1.frame }
    }

    @Test("every frame has the bytes of its own packet, though the packets are in decoding order")
    func ownFrames() throws {
        let source = try probe(MetadataFilm.make(frames: 30))
        let found = try read(source)
        #expect(found.map(\.metadata) == (0..<30).map(MetadataFilm.metadata(of:)))
        #expect(found.map(\.frame) == Array(0..<30) && !found.contains(where: \.isInherited))
        let summary = try #require(source.video.dynamicMetadata)
        #expect(summary.pictureCount == 30 && summary.hdr10PlusCount == 30 && summary.dolbyVisionCount == 30)
        #expect(summary.hdr10PlusProfiles == ["A"] && summary.dolbyVisionProfiles == [8])
        #expect(summary.hdr10PlusObstacles.isEmpty && summary.dolbyVisionObstacles.isEmpty && summary.others.isEmpty)
        #expect(summary.windowCount == 1 && !summary.hasActiveArea)
        #expect(source.video.dolbyVision == MetadataFilm.record)
    }

    @Test("a gap of HDR10+ has that of the picture before it in decoding order, and RPUs are not inherited")
    func gaps() throws {
        // Of each group I B B B P, the B pictures are decoded behind the P picture that is presented after them.
        let source = try probe(
            MetadataFilm.make(frames: 12) { frame in
                frame == 0 || frame == 4 ? MetadataFilm.metadata(of: frame) : DynamicMetadata()
            }
        )
        let found = try read(source)
        #expect(found[0].metadata == MetadataFilm.metadata(of: 0) && found[4].metadata == MetadataFilm.metadata(of: 4))
        for frame in [1, 2, 3, 5, 8, 11] {
            let expected = DynamicMetadata(hdr10Plus: MetadataFilm.metadata(of: 4).hdr10Plus)
            #expect(found[frame] == FrameMetadata(frame: frame, metadata: expected, isInherited: true))
        }
        #expect(source.video.dynamicMetadata?.hdr10PlusCount == 2)
    }

    @Test("parts of films and joined films keep frame and metadata together")
    func parts() throws {
        let whole = try probe(MetadataFilm.make(frames: 30))
        let part = try FilmProbe.cut(whole, to: 7..<19)
        #expect(try read(part).map(\.metadata) == (7..<19).map(MetadataFilm.metadata(of:)))
        let other = try probe(
            MetadataFilm.make(frames: 12, name: "other.mp4") { MetadataFilm.metadata(of: $0 + 500) }
        )
        let joined = try FilmProbe.joined([part, other])
        let found = try read(joined)
        #expect(found.map(\.frame) == Array(0..<24))
        let expected = (7..<19).map(MetadataFilm.metadata(of:)) + (500..<512).map(MetadataFilm.metadata(of:))
        #expect(found.map(\.metadata) == expected)
        #expect(joined.losses().count == 4 && joined.losses()[0].hasPrefix("metadata.mp4: Dolby Vision"))
        #expect(joined.losses(keeping: .all) == [])
    }

    @Test("a gap at the start of a part has the metadata of a picture before the part")
    func gapAtTheStart() throws {
        let whole = try probe(
            MetadataFilm.make(frames: 24) { frame in
                frame == 0 ? MetadataFilm.metadata(of: 0) : DynamicMetadata()
            }
        )
        let found = try read(try FilmProbe.cut(whole, to: 13..<24))
        #expect(found.allSatisfy { $0.metadata.hdr10Plus == MetadataFilm.metadata(of: 0).hdr10Plus && $0.isInherited })
    }

    @Test("a damaged RPU is an error with its frame and time, and an obstacle in the description")
    func damagedUnit() throws {
        // The byte before the checksum of the last unit.
        let path = try MetadataFilm.make(frames: 12, change: { if $0 == 5 { $1[$1.count - 7] ^= 0x10 } })
        let source = try probe(path)
        #expect(source.video.dynamicMetadata?.dolbyVisionObstacles.first?.contains("rpu_data_crc32") == true)
        let error = #expect(throws: IntakeError.self) { try read(source) }
        #expect(error?.code == .damaged && error?.attempted.contains("frame 5 at 0.208 s") == true)
        #expect(error?.cause.contains("checksum") == true)
        // Films that do not need that frame are read.
        #expect(try read(FilmProbe.cut(source, to: 0..<3)).count == 3)
    }

    @Test("a film whose RPUs a decoder does not like has all of its pictures, and its metadata as it is")
    func oddUnits() throws {
        var rpu = HandmadeRPU()
        rpu.signalDepth = 2
        let odd = DynamicMetadata(dolbyVision: rpu.payload)
        let source = try probe(MetadataFilm.make(frames: 12) { _ in odd })
        let pictures = try FilmReader(source: source).pictures(in: 0..<12)
        var count = 0
        while try pictures.next() != nil { count += 1 }
        #expect(count == 12)
        #expect(try read(source).allSatisfy { $0.metadata == odd })
    }

    @Test("a raw stream, whose pictures have no times, says how to remux it")
    func rawStream() throws {
        let film = try MetadataFilm.make(frames: 12, dolbyVision: nil)
        let raw = TemporaryFolder.current.appending(path: "raw.hevc").path
        try #require(Tool("ffmpeg")).output(["-v", "error", "-y", "-i", film, "-c", "copy", raw])
        let source = try FilmProbe.describe(
            path: raw,
            hashWholeFile: false,
            reading: SourceReading(frameRate: FrameRate(frames: 24, seconds: 1))
        )
        let summary = try #require(source.video.dynamicMetadata)
        #expect(summary.hdr10PlusObstacles.first?.contains("ffmpeg -i FILE -c copy") == true)
        let error = #expect(throws: IntakeError.self) { try read(source) }
        #expect(error?.code == .unsupported && error?.remedy.contains("remux") == true)
    }

    @Test(
        "real films: phones, mastered HDR10+ and an edit list",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            ("hdr10-phone-1080p.mp4", 28, 28, 0), ("hdr10plus-metadata-144p.mkv", 259, 3, 0),
            ("hlg-dv84-iphone-editlist-rotated.mp4", 78, 0, 70), ("hlg-dv84-iphone-tscl-sync.mov", 4, 0, 1),
        ] as [(String, Int, Int, Int)]
    )
    func clips(name: String, count: Int, messages: Int, units: Int) throws {
        let source = try probe(#require(SharedMedia.clip(name)).path)
        let found = try read(source)
        #expect(found.count == count && source.video.timeline.count == count)
        #expect(Set(found.compactMap(\.metadata.hdr10Plus)).count == messages)
        #expect(Set(found.compactMap(\.metadata.dolbyVision)).count >= units)
        #expect(found.allSatisfy { !$0.isInherited && !$0.metadata.isEmpty })
    }
}
