import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Damage that is concealed", .temporaryFolder, .doesNotHang)
struct ConcealmentTests {
    private static let reading = SourceReading(concealsDamage: true)

    private func pictures(_ source: SourceDescription, _ frames: Range<Int>) throws -> [Picture] {
        let sequence = try FilmReader(source: source).pictures(in: frames)
        var pictures: [Picture] = []
        while let picture = try sequence.next() { pictures.append(picture) }
        return pictures
    }

    /// A film of 96 frames with a key frame every 24, and bytes of its frame 40 overwritten.
    private func damaged() throws -> String {
        let path = try FFmpegTool.film(
            "film.mp4",
            video: ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=0:scenecut=0:slices=1"]
        )
        let places = try FFmpegTool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path]
        ).map { $0.split(separator: ",").compactMap { Int($0) } }
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let (size, position) = (places[40][0], places[40][1])
        for place in position + 12..<position + size { bytes[place] = 0xFF }
        let other = TemporaryFolder.current.appending(path: "damaged.mp4")
        try Data(bytes).write(to: other)
        return other.path
    }

    @Test(
        "every frame is returned, the damaged one is marked, and distant ones are unchanged",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func oneFrame() throws {
        let path = try damaged()
        let strict = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(throws: IntakeError.self) { try pictures(strict, 0..<96) }
        let source = try FilmProbe.describe(path: path, hashWholeFile: false, reading: Self.reading)
        #expect(source.damage == nil && source.video.timeline == strict.video.timeline)
        let all = try pictures(source, 0..<96)
        #expect(all.map(\.frame) == Array(0..<96))
        #expect(all.filter { $0.damage != nil }.map(\.frame) == [40])
        let good = try pictures(strict, 0..<40)
        #expect(zip(all, good).allSatisfy { $0.storage == $1.storage })
        #expect(try pictures(strict, 72..<96).map(\.storage) == all[72...].map(\.storage))
        // The same range has the same pictures, whatever was read before.
        let reader = try FilmReader(source: source)
        let first = try Reading.hashes(reader, 30..<50)
        _ = try Reading.hashes(reader, 10..<30)
        #expect(try Reading.hashes(reader, 30..<50) == first)
    }

    @Test(
        "flipped bits give all frames, with their damage",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func bitFlips() throws {
        let clip = try #require(SharedMedia.clip("damaged-bitflips.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false, reading: Self.reading)
        let all = try pictures(source, 0..<120)
        #expect(all.map(\.frame) == Array(0..<120))
        #expect(all.contains { $0.damage != nil } && all.contains { $0.damage == nil })
    }

    @Test(
        "a film that is cut off ends there, and reports the missing part",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func truncated() throws {
        let clip = try #require(SharedMedia.clip("damaged-truncated-mdat.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false, reading: Self.reading)
        #expect((346...347).contains(source.video.timeline.count))
        let lines = try #require(source.damage)
        #expect(lines.first?.contains("of 690 video samples") == true, "\(lines)")
        #expect(lines.contains { $0.contains("audio track 0") })
        let count = source.video.timeline.count
        #expect(try pictures(source, count - 20..<count).count == 20)
        let track = try #require(source.audio.first)
        let reader = try AudioPacketReader(source: source, track: track)
        var packets = 0
        while try reader.next() != nil { packets += 1 }
        #expect(packets == track.packetCount && packets > 500)
    }

    @Test("a missing picture is replaced by the one before it, else the one after it, else black")
    func standIns() {
        var concealment = Concealment()
        let size = PictureSize(width: 2, height: 2)
        let black = concealment.standIn(following: nil, format: .yuv420p10, size: size)
        #expect(black.storage == [64, 0, 64, 0, 64, 0, 64, 0, 0, 2, 0, 2] && black.words == "black")
        #expect(concealment.standIn(following: [1], format: .yuv420p8, size: size).storage == [1])
        concealment.last = [2]
        #expect(concealment.standIn(following: [1], format: .yuv420p8, size: size).storage == [2])
        concealment.note("torn", of: 5)
        concealment.note("loose", of: nil)
        #expect(concealment.takeCause(of: 5) == "torn" && concealment.takeCause(of: 6) == nil)
    }
}
