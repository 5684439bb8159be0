import Checksums
import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Bad sources", .temporaryFolder, .doesNotHang)
struct BadSourceTests {
    private func failure(_ path: String) -> IntakeError? {
        do throws(IntakeError) {
            _ = try FilmProbe.describe(path: path, hashWholeFile: false)
            return nil
        } catch {
            return error
        }
    }

    @Test("a file that is not a movie has its own error")
    func notMovies() throws {
        let folder = TemporaryFolder.current
        let missing = try #require(failure(folder.appending(path: "none.mp4").path))
        #expect(missing.code == .missing && missing.kind == .sourceNotFound)
        #expect(missing.explanation.contains("none.mp4"))
        #expect(try #require(failure(folder.path)).code == .notAFile)
        let empty = folder.appending(path: "empty.mp4")
        try Data().write(to: empty)
        #expect(try #require(failure(empty.path)).code == .empty)
        let text = folder.appending(path: "text.mp4")
        try Data(repeating: 65, count: 5000).write(to: text)
        let nonsense = try #require(failure(text.path))
        #expect(nonsense.code == .notAMovie && nonsense.kind == .badInput)
        #expect(!nonsense.remedy.isEmpty)
        #expect(unsafe mkfifo(folder.appending(path: "pipe").path, 0o600) == 0)
        #expect(try #require(failure(folder.appending(path: "pipe").path)).code == .notAFile)
    }

    @Test("sources that Granary refuses have a reason", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func refusals() throws {
        let sound = TemporaryFolder.current.appending(path: "sound.m4a").path
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", sound])
        #expect(try #require(failure(sound)).code == .noVideo)
        let grey = try FFmpegTool.film(
            "grey.mkv",
            video: ["-c:v", "ffv1", "-pix_fmt", "gray"],
            picture: "testsrc2=size=64x64:duration=0.2"
        )
        #expect(try #require(failure(grey)).cause.contains("pixel format"))
        let fields = try FFmpegTool.film(
            "fields.mkv",
            video: ["-c:v", "libx264", "-flags", "+ildct+ilme", "-x264-params", "tff=1"]
        )
        #expect(try #require(failure(fields)).code == .interlaced)
        let bare = try FFmpegTool.film("bare.h264", video: ["-c:v", "libx264"])
        #expect(try #require(failure(bare)).cause.contains("presentation times"))
    }

    @Test("frames at absurd times are refused", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func impossibleTimes() throws {
        let path = try FFmpegTool.film("late.mkv", video: ["-c:v", "libx264", "-output_ts_offset", "40000000"])
        let error = try #require(failure(path))
        #expect(error.code == .unsupported && error.cause.contains("10000 hours") && !error.remedy.isEmpty)
    }

    @Test(
        "a change of the picture size is an error with its time",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func sizeChange() throws {
        let first = try FFmpegTool.film(
            "a.ts",
            video: ["-c:v", "libx264"],
            picture: "testsrc2=size=192x108:rate=24:duration=1"
        )
        let second = try FFmpegTool.film(
            "b.ts",
            video: ["-c:v", "libx264", "-output_ts_offset", "1.5"],
            picture: "testsrc2=size=128x96:rate=24:duration=1"
        )
        let both = TemporaryFolder.current.appending(path: "both.ts")
        try FFmpegTool.run("ffmpeg", ["-v", "error", "-i", "concat:\(first)|\(second)", "-c", "copy", both.path])
        let source = try FilmProbe.describe(path: both.path, hashWholeFile: false)
        let pictures = try FilmReader(source: source).pictures(in: 0..<source.video.timeline.count)
        var count = 0
        let error = #expect(throws: IntakeError.self) { while try pictures.next() != nil { count += 1 } }
        #expect(error?.code == .formatChange)
        #expect(error?.attempted.contains("at 1.") == true)
        #expect(count == 24, "the pictures before the change come out")
    }

    @Test(
        "damaged clips end in a clear error or decode",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            ("damaged-no-moov.mp4", "moov"), ("damaged-truncated-mdat.mp4", "347"), ("damaged-mdat-too-long.mp4", ""),
            ("interlaced-1080i50-avchd.mts", "interlaced"),
            ("still-single.heic", "without a duration"), ("still-iphone-grid.heic", "without a duration"),
        ]
    )
    func damagedClips(name: String, word: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        let error = failure(clip.path)
        if name == "damaged-mdat-too-long.mp4" { return #expect(error == nil) }
        #expect(error?.kind == .badInput)
        #expect(error?.cause.contains(word) == true || word.isEmpty)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test("flipped bits end in an error with the position", .enabled(if: SharedMedia.folder != nil, "needs clips"))
    func bitFlips() throws {
        let clip = try #require(SharedMedia.clip("damaged-bitflips.mp4"))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let pictures = try FilmReader(source: source).pictures(in: 0..<source.video.timeline.count)
        let error = #expect(throws: IntakeError.self) { while try pictures.next() != nil {} }
        #expect(error?.code == .damaged)
        #expect(error?.attempted.contains("frame") == true)
        #expect(error?.subject == source.path)
    }

    @Test("damage anywhere never crashes, hangs or goes unnoticed", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func fuzz() throws {
        let options = ["-c:v", "libx265", "-x265-params", "keyint=12:bframes=3:pools=1:hash=1:log-level=none"]
        let path = try FFmpegTool.film("film.mp4", video: options, audio: ["-c:a", "aac"])
        let good = try FilmProbe.describe(path: path, hashWholeFile: false)
        let hashes = try Reading.hashes(FilmReader(source: good), 0..<good.video.timeline.count)
        let bytes = try Data(contentsOf: URL(filePath: path))
        var noticed = 0
        for seed in 0..<40 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var copy = bytes
            switch seed % 4 {
            case 0: copy = copy.prefix(Int.random(in: 1..<copy.count, using: &generator))
            case 1: for _ in 0..<3 { copy[Int.random(in: 0..<copy.count, using: &generator)] ^= 1 << UInt8(seed % 8) }
            case 2:
                let start = Int.random(in: 0..<copy.count - 64, using: &generator)
                for index in start..<start + 64 { copy[index] = UInt8.random(in: 0...255, using: &generator) }
            default:
                // The index follows the media data.
                let start = copy.count - Int.random(in: 4...3000, using: &generator)
                for index in start..<start + 4 { copy[index] = UInt8.random(in: 0...255, using: &generator) }
            }
            let damaged = TemporaryFolder.current.appending(path: "damaged-\(seed).mp4")
            try copy.write(to: damaged)
            do throws(IntakeError) {
                let source = try FilmProbe.describe(path: damaged.path, hashWholeFile: false)
                let pictures = try FilmReader(source: source).pictures(in: 0..<source.video.timeline.count)
                while let picture = try pictures.next() {
                    var hasher = PictureHasher()
                    unsafe hasher.update(picture.storage.span.bytes)
                    // The stream has a hash of every picture, so pictures without an error are correct.
                    #expect(hashes.contains(hasher.finish()), "frame \(picture.frame), seed \(seed)")
                }
                for track in source.audio where track.obstacle == nil {
                    let packets = try AudioPacketReader(source: source, track: track)
                    while try packets.next() != nil {}
                }
            } catch {
                noticed += 1
                #expect(!error.cause.isEmpty)
                #expect([.badInput, .unavailable].contains(error.kind), "\(error)")
            }
        }
        #expect(noticed > 20)
    }
}
