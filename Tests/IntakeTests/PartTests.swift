import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("A part of a film", .temporaryFolder, .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"))
struct PartTests {
    private static let twoTracks = [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=1", "-f", "lavfi", "-i",
        "testsrc2=size=96x64:rate=24:duration=1", "-map", "0", "-map", "1", "-c:v", "libx264",
    ]

    @Test(
        "of several video tracks the first enabled one or the requested one is used",
        arguments: ["mp4", "mkv"]
    )
    func tracks(container: String) throws {
        let path = TemporaryFolder.current.appending(path: "two.\(container)").path
        try FFmpegTool.run(
            "ffmpeg",
            ["-v", "error"] + Self.twoTracks + ["-disposition:v:0", "0", "-disposition:v:1", "default", path]
        )
        let usual = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(usual.video.size == PictureSize(width: 96, height: 64) && usual.reading == nil)
        #expect(usual.notCarried.contains { $0.hasPrefix("video track 0") })
        let second = try FilmProbe.describe(path: path, hashWholeFile: false, reading: SourceReading(track: 1))
        #expect(second == usual, "what is taken anyway is not mentioned")
        let first = try FilmProbe.describe(path: path, hashWholeFile: false, reading: SourceReading(track: 0))
        #expect(first.video.size == PictureSize(width: 64, height: 48) && first.reading?.track == 0)
        #expect(try Reading.digests(first, limit: 1).count == 1)
        let error = #expect(throws: IntakeError.self) {
            try FilmProbe.describe(path: path, hashWholeFile: false, reading: SourceReading(track: 2))
        }
        #expect(error?.code == .noVideo && error?.cause.contains("2 video tracks, 0 to 1") == true)
    }

    @Test(
        "the pictures of any part equal those of the whole film, for all encodings",
        arguments: FilmReaderTests.encodings.indices
    )
    func pictures(index: Int) throws {
        let encoding = FilmReaderTests.encodings[index]
        let path = try FFmpegTool.film(encoding.name, video: encoding.options)
        let whole = try FilmProbe.describe(path: path, hashWholeFile: false)
        let count = whole.video.timeline.count
        let hashes = try Reading.hashes(FilmReader(source: whole), 0..<count)
        var generator = SeededGenerator(seed: UInt64(index))
        for _ in 0..<6 {
            let first = Int.random(in: 0..<count, using: &generator)
            let frames = first..<Int.random(in: first + 1...count, using: &generator)
            let part = try FilmProbe.cut(whole, to: frames)
            #expect(part.video.timeline.count == frames.count && part.video.timeline.firstTick == 0)
            let reader = try FilmReader(source: part)
            #expect(try Reading.hashes(reader, 0..<frames.count) == Array(hashes[frames]), "\(encoding.name) \(frames)")
            let rest = frames.count / 2..<frames.count
            #expect(try Reading.hashes(reader, rest) == Array(hashes[frames][(frames.lowerBound + rest.lowerBound)...]))
        }
        #expect(try FilmProbe.cut(whole, to: 0..<count) == whole, "all of it is no part")
    }

    @Test(
        "ten random cuts into each of ten real clips begin and end with the right frame",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            "avc-ac3.mkv", "hfr60-bbb-540p.webm", "hdr10plus-metadata-144p.mkv", "vfr-screen-3026x1386.mp4",
            "mpeg-ps-city.mpg", "odd-161x121.webm", "prores-hq-timecode-360p25.mov", "sdr-sintel-720p24.mp4",
            "hlg-dv84-iphone-editlist-rotated.mp4", "hdr10-phone-1080p.mp4",
        ]
    )
    func randomCuts(name: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        let whole = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let count = whole.video.timeline.count
        let hashes = try Reading.hashes(FilmReader(source: whole), 0..<count)
        var generator = SeededGenerator(seed: UInt64(name.utf8.count))
        for _ in 0..<10 {
            let first = Int.random(in: 0..<count, using: &generator)
            let frames = first..<Int.random(in: first + 1...count, using: &generator)
            let part = try FilmProbe.cut(whole, to: frames)
            let reader = try FilmReader(source: part)
            #expect(try Reading.hashes(reader, 0..<1) == [hashes[frames.lowerBound]], "\(name) \(frames)")
            let last = frames.count - 1
            #expect(try Reading.hashes(reader, last..<last + 1) == [hashes[frames.upperBound - 1]], "\(name) \(frames)")
            #expect(part.audio.allSatisfy { $0.obstacle != nil || $0.presentedDuration > 0 })
        }
    }

    @Test("audio is cut to the sample, with the packets that its decoder needs before", arguments: ["mp4", "mkv"])
    func sound(container: String) throws {
        let path = try FFmpegTool.film("a.\(container)", video: ["-c:v", "libx264"], audio: ["-c:a", "aac"])
        let whole = try FilmProbe.describe(path: path, hashWholeFile: false)
        let track = try #require(whole.audio.first)
        let all = try packets(whole, track)
        for frames in [0..<24, 1..<96, 30..<31, 47..<95] {
            let part = try FilmProbe.cut(whole, to: frames)
            let cut = try #require(part.audio.first)
            #expect(cut.obstacle == nil)
            let kept = try packets(part, cut)
            let skipped = cut.skippedPackets ?? 0
            #expect(kept.map(\.bytes) == all[skipped..<skipped + kept.count].map(\.bytes))
            #expect(kept.count == cut.packetCount && kept.reduce(0) { $0 + $1.duration } == cut.mediaDuration)
            // The first presented sample, counted in the whole track.
            let before = all[..<skipped].reduce(0) { $0 + $1.duration }
            let range = whole.video.timeline.timeRange(of: frames)
            let begin = max(range.start.seconds - track.presentationStart.seconds, 0) * 48000
            #expect(abs(Double(before + cut.presentedFrom - track.presentedFrom) - begin) <= 1)
            #expect(skipped == 0 || cut.presentedFrom >= 4 * 1024, "four packets for the decoder")
            #expect(cut.presentedFrom < 6 * 1024, "and not many more")
            #expect(abs(Double(cut.presentedDuration) - range.duration.seconds * 48000) <= 1024)
        }
    }

    @Test("audio that begins later, or is not in the part, is reported")
    func lateAudio() throws {
        let path = TemporaryFolder.current.appending(path: "late.mp4").path
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=24:duration=4", "-itsoffset", "2", "-f",
                "lavfi", "-i", "sine=duration=2:sample_rate=48000", "-map", "0", "-map", "1", "-c:v", "libx264", "-c:a",
                "ac3", path,
            ]
        )
        let whole = try FilmProbe.describe(path: path, hashWholeFile: false)
        let start = try #require(whole.audio.first).presentationStart.seconds
        #expect(abs(start - 2) < 0.05)
        let later = try #require(try FilmProbe.cut(whole, to: 24..<96).audio.first)
        #expect(abs(later.presentationStart.seconds - (start - 1)) < 0.0001 && later.presentedFrom == 0)
        let silent = try #require(try FilmProbe.cut(whole, to: 0..<24).audio.first)
        #expect(silent.obstacle?.contains("it has no audio") == true)
    }

    @Test("a film without times gets them from a requested frame rate", arguments: ["bare.h264", "bare.hevc"])
    func counted(name: String) throws {
        let codec =
            name.hasSuffix("hevc")
            ? ["-c:v", "libx265", "-x265-params", "bframes=4:pools=1:log-level=0:vui-timing-info=0"]
            : ["-c:v", "libx264", "-bf", "3"]
        let path = try FFmpegTool.film(name, video: codec + ["-frames:v", "40"])
        #expect(throws: IntakeError.self) { try FilmProbe.describe(path: path, hashWholeFile: false) }
        let reading = SourceReading(frameRate: FrameRate(frames: 30000, seconds: 1001))
        let source = try FilmProbe.describe(path: path, hashWholeFile: false, reading: reading)
        #expect(source.video.timeline.count == 40 && source.video.timeline.hasConstantRate)
        #expect(source.video.timeline.averageRate == FrameRate(frames: 30000, seconds: 1001))
        #expect(try Reading.digests(source) == FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p"))
        let whole = try Reading.hashes(FilmReader(source: source), 0..<40)
        let reader = try FilmReader(source: source)
        for range in [20..<30, 10..<20, 30..<40, 0..<5] {
            #expect(try Reading.hashes(reader, range) == Array(whole[range]))
        }
        let part = try FilmProbe.cut(source, to: 7..<33)
        #expect(try Reading.hashes(FilmReader(source: part), 0..<26) == Array(whole[7..<33]))
    }

    private func packets(_ source: SourceDescription, _ track: AudioTrack) throws -> [AudioPacket] {
        let reader = try AudioPacketReader(source: source, track: track)
        var packets: [AudioPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        return packets
    }
}
