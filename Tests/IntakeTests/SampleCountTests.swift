import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Pictures of an AVI, timed by its samples", .temporaryFolder)
struct SampleCountTests {
    private static let picture = "testsrc2=size=192x108:rate=24:duration=4"
    /// H.264 with B pictures that other B pictures refer to, and an IDR picture a second.
    private static let reordered = ["-c:v", "libx264", "-qp", "18", "-bf", "3", "-b_strategy", "0", "-g", "24"]

    /// The error of a probe; nil when there is none.
    private func failure(_ path: String) -> IntakeError? {
        do {
            _ = try FilmProbe.describe(path: path, hashWholeFile: false)
            return nil
        } catch {
            return error
        }
    }

    @Test("contiguous samples give the presentation times, samples with a gap do not")
    func ticks() {
        func count(_ decodeTicks: [Int64?]) -> SampleCount {
            var count = SampleCount()
            for tick in decodeTicks { count.add(presentationTick: nil, decodeTick: tick) }
            return count
        }
        #expect(count([3, 4, 5]).ticks == [3, 4, 5] && count([3]).areUnstamped)
        #expect(count([0, 1, 3]).ticks == nil)
        #expect(count([0, 1, 1]).ticks == nil)
        #expect(count([0, nil, 1]).ticks == nil)
        #expect(count([.min, .max]).ticks == nil)
    }

    @Test(
        "H.264 in AVI has each picture at its sample and in sync with its audio, in any order of reading",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: [reordered, reordered + ["-x264-params", "open-gop=1"], reordered + ["-bf", "0"]]
    )
    func h264(video: [String]) throws {
        let path = try FFmpegTool.film("film.avi", video: video, audio: ["-c:a", "pcm_s16le"], picture: Self.picture)
        #expect(try FFmpegTool.numbers("packet", "pts", of: path, stream: "v").isEmpty, "no picture is to have a time")
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let timeline = source.video.timeline
        #expect(timeline.count == 96 && timeline.hasConstantRate && timeline.firstTick == 0)
        #expect(timeline.averageRate == FrameRate(frames: 24, seconds: 1))
        #expect(source.countsSamples == true && source.reading == nil)
        // All encoded pictures, in their order.
        let expected = try FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p")
        #expect(expected.count == 96)
        #expect(try Reading.digests(source) == expected)
        try Reading.expectSamePictures(of: path, parts: 6, seeds: 1...4)
        for frames in [0..<95, 95..<96, 50..<96] {
            #expect(try Reading.digests(FilmProbe.cut(source, to: frames)) == Array(expected[frames]))
        }
        // The first audio sample was encoded with the first picture.
        let sound = try #require(source.audio.first)
        #expect(sound.presentationStart == timeline.time(of: 0) && sound.presentedFrom == 0 && sound.obstacle == nil)
        #expect(sound.presentedDuration == Int64(4 * sound.sampleRate))
    }

    @Test(
        "other codecs with B pictures are timed in AVI, too",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: ["mpeg4", "mpeg2video"]
    )
    func others(codec: String) throws {
        let path = try FFmpegTool.film(
            "film.avi",
            video: ["-c:v", codec, "-bf", "2", "-g", "12", "-q:v", "2"],
            audio: ["-c:a", "pcm_s16le"],
            picture: Self.picture
        )
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(source.video.timeline.count == 96 && source.video.timeline.firstTick == 0)
        #expect(source.audio.first?.presentationStart == source.video.timeline.time(of: 0))
        #expect(try Reading.digests(source) == FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p"))
        try Reading.expectSamePictures(of: path, parts: 5, seeds: 1...2)
    }

    @Test(
        "missing samples and samples without a picture are refused",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func refused() throws {
        let gaps = try FFmpegTool.film(
            "gaps.avi",
            video: ["-vf", "select=not(eq(mod(n\\,7)\\,3))", "-fps_mode", "passthrough"] + Self.reordered,
            picture: Self.picture
        )
        let error = try #require(failure(gaps))
        #expect(error.code == .unsupported && error.cause.contains("omits some of its samples"), "\(error)")
        #expect(error.remedy.contains("frameRate"))

        let broken = try FFmpegTool.film("broken.avi", video: Self.reordered, picture: Self.picture)
        let places = try FFmpegTool.numbers("packet", "pos", of: broken, stream: "v")
        let sizes = try FFmpegTool.numbers("packet", "size", of: broken, stream: "v")
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: broken))
        // After the eight bytes of its chunk's header.
        try file.seek(toOffset: UInt64(places[30] + 8))
        try file.write(contentsOf: Data(repeating: 0, count: Int(sizes[30])))
        try file.close()
        let other = try #require(failure(broken))
        // libavformat may return a sample of zeros as another sample or none; in both cases there are fewer pictures.
        let counts = other.cause.matches(of: /[0-9]+/).compactMap { Int($0.output) }
        #expect(other.code == .unsupported && other.cause.contains("samples give"), "\(other)")
        #expect(try #require(counts.first) > #require(counts.last) && counts.count == 2, "\(other)")
    }

    @Test("decoding begins at IDR pictures only")
    func refresh() {
        func begins(_ bytes: [UInt8]) -> Bool { InstantRefresh.begins(bytes.span) }
        #expect(begins([0, 0, 0, 1, 9, 16, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x65, 0x88]))
        #expect(!begins([0, 0, 0, 1, 9, 16, 0, 0, 1, 0x41, 1, 2, 0, 0, 1, 0x65, 0x88]))
        // Sizes in place of start codes, parameter sets alone, and too few bytes.
        #expect(!begins([0, 0, 0, 5, 0x65, 0, 0, 1, 0x65, 1]))
        #expect(!begins([0, 0, 0, 1, 0x67, 1, 2]))
        #expect(!begins([0, 0, 1, 0x65]))
    }
}
