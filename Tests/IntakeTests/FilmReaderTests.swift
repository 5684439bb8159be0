import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite("Movie reader", .temporaryFolder, .doesNotHang)
struct FilmReaderTests {
    /// Encodings with B-frames and few key frames, most of them with open GOPs.
    static let encodings: [(name: String, options: [String])] = [
        (
            "hevc-open.mp4",
            ["-c:v", "libx265", "-x265-params", "open-gop=1:keyint=24:min-keyint=24:bframes=4:b-adapt=0:pools=1"]
        ),
        (
            "hevc-10-open.mkv",
            [
                "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
                "open-gop=1:keyint=19:bframes=4:b-adapt=0:pools=1",
            ]
        ),
        ("avc-open.mp4", ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=23:bframes=3:b-adapt=0:scenecut=0"]),
        ("avc-refresh.mp4", ["-c:v", "libx264", "-x264-params", "intra-refresh=1:keyint=24"]),
        ("hevc-radl.mp4", ["-c:v", "libx265", "-x265-params", "open-gop=0:radl=2:keyint=24:bframes=3:pools=1"]),
        ("avc.ts", ["-c:v", "libx264", "-x264-params", "keyint=24:bframes=3"]),
        ("mpeg2-open.mkv", ["-c:v", "mpeg2video", "-bf", "2", "-g", "12", "-q:v", "4"]),
        ("vp9.webm", ["-c:v", "libvpx-vp9", "-g", "30", "-b:v", "300k", "-cpu-used", "8"]),
    ]

    /// Whether a picture follows a later key frame in decoding order but comes before it in presentation.
    private static func hasOpenGOP(_ path: String) throws -> Bool {
        let ticks = try FFmpegTool.numbers("packet", "pts", of: path, stream: "v:0")
        let flags = try FFmpegTool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "packet=flags", "-of", "csv=p=0", path]
        )
        var key = Int64.min
        for (tick, flags) in zip(ticks, flags) {
            if flags.hasPrefix("K") { key = tick }
            if tick < key { return true }
        }
        return false
    }

    @Test(
        "any partition of a film gives the pictures of a single decode",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: encodings.indices
    )
    func partitions(index: Int) throws {
        let encoding = Self.encodings[index]
        let path = try FFmpegTool.film(encoding.name, video: encoding.options)
        if encoding.name.contains("open") { #expect(try Self.hasOpenGOP(path), "\(encoding.name) is not open") }
        try Reading.expectSamePictures(of: path, parts: 9, seeds: 1...3)
    }

    @Test(
        "the pictures and their times equal those of ffmpeg",
        .enabled(if: FFmpegTool.isPresent, "needs the ffmpeg command"),
        arguments: encodings.indices
    )
    func peer(index: Int) throws {
        let encoding = Self.encodings[index]
        let path = try FFmpegTool.film(encoding.name, video: encoding.options)
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let format = source.video.format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        #expect(try Reading.digests(source) == FFmpegTool.pictureHashes(of: path, pixelFormat: format))
        let ticks = try FFmpegTool.numbers("frame", "pts", of: path, stream: "v:0")
        let timeline = source.video.timeline
        let origin = encoding.name.hasSuffix(".ts") ? ticks[0] : 0
        #expect((0..<timeline.count).map { timeline.tick(of: $0) } == ticks.map { $0 - origin })
    }

    @Test(
        "real clips give the same pictures in any partition",
        .enabled(if: SharedMedia.folder != nil, "needs the folder of shared clips"),
        arguments: [
            "sdr-sintel-720p24.mp4", "hlg-dv84-iphone-editlist-rotated.mp4", "hlg-dv84-iphone-tscl-sync.mov",
            "avc-ac3.mkv", "hfr60-bbb-540p.webm", "hdr10plus-metadata-144p.mkv", "vfr-screen-3026x1386.mp4",
        ]
    )
    func realPartitions(name: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        try Reading.expectSamePictures(of: clip.path, parts: 5, seeds: 7...7)
    }

    @Test(
        "real clips give the pictures that ffmpeg decodes",
        .enabled(if: SharedMedia.folder != nil && FFmpegTool.isPresent, "needs the shared clips and ffmpeg"),
        arguments: [
            "sdr-sintel-720p24.mp4", "hlg-dv84-iphone-editlist-rotated.mp4", "hlg-dv84-iphone-tscl-sync.mov",
            "hdr10-phone-1080p.mp4", "hdr10-av1-mdcv-clli-1080p60.mp4", "damaged-mdat-too-long.mp4",
        ]
    )
    func realPeer(name: String) throws {
        let clip = try #require(SharedMedia.clip(name))
        let source = try FilmProbe.describe(path: clip.path, hashWholeFile: false)
        let format = source.video.format == .yuv420p8 ? "yuv420p" : "yuv420p10le"
        let peer = try FFmpegTool.pictureHashes(of: clip.path, pixelFormat: format, limit: 90)
        // Its edit begins within a frame: FFmpeg leaves out the picture that is shown then.
        let earlier = name == "hlg-dv84-iphone-editlist-rotated.mp4" ? 1 : 0
        #expect(try Array(Reading.digests(source, limit: 90).dropFirst(earlier)) == peer)
        let count = try FFmpegTool.run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
                "-of", "default=noprint_wrappers=1:nokey=1", clip.path,
            ]
        )
        #expect(count.first.flatMap { Int($0) } == source.video.timeline.count - earlier)
    }

    @Test(
        "a film that was cut at an open GOP starts at its key frame",
        .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
    )
    func cutAtOpenGOP() throws {
        let options = [
            "-c:v", "libx265", "-x265-params", "open-gop=1:keyint=24:min-keyint=24:bframes=4:b-adapt=0:pools=1",
        ]
        let film = try FFmpegTool.film("film.mkv", video: options)
        let path = TemporaryFolder.current.appending(path: "cut.mkv").path
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-v", "error", "-ss", "1.5", "-i", film, "-c", "copy", "-copypriorss", "1", "-avoid_negative_ts",
                "make_zero", path,
            ]
        )
        let packets = try FFmpegTool.numbers("packet", "pts", of: path, stream: "v:0")
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        #expect(source.video.timeline.count < packets.count, "the pictures that lead it have no references")
        #expect(try Reading.digests(source) == FFmpegTool.pictureHashes(of: path, pixelFormat: "yuv420p"))
        try Reading.expectSamePictures(of: path, parts: 5, seeds: 1...2)
    }

    @Test("a sequence that is released half-way ends its decoder", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func abandoned() throws {
        let path = try FFmpegTool.film("a.mp4", video: ["-c:v", "libx264"])
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        weak var abandoned: FilmReader?
        do {
            let reader = try FilmReader(source: source, decodeAhead: 2)
            abandoned = reader
            let pictures = try reader.pictures(in: 10..<60)
            #expect(try pictures.next()?.frame == 10)
            let others = try reader.pictures(in: 30..<33)
            #expect(try pictures.next() == nil, "the first sequence has ended")
            #expect(try others.next()?.frame == 30)
        }
        #expect(abandoned == nil, "nothing keeps the reader")
    }

    @Test("frames outside the film are refused", .enabled(if: FFmpegTool.isPresent, "needs ffmpeg"))
    func outside() throws {
        let path = try FFmpegTool.film("a.mp4", video: ["-c:v", "libx264"])
        let reader = try FilmReader(source: FilmProbe.describe(path: path, hashWholeFile: false))
        #expect(throws: IntakeError.self) { _ = try reader.pictures(in: 90..<97) }
        #expect(try Reading.hashes(reader, 0..<0).isEmpty)
    }
}

extension Picture {
    /// The samples of a plane as numbers.
    func samples(ofPlane plane: Int) -> [Int] {
        let bytes = storage[byteRange(ofPlane: plane)]
        guard format.bytesPerSample == 2 else { return bytes.map(Int.init) }
        return Swift.stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map {
            Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
        }
    }
}
