import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

/// Films whose pictures are filtered, compared with ffmpeg's own filters.
@Suite(
    "Filters of pictures",
    .temporaryFolder,
    .enabled(if: FFmpegTool.isPresent && PictureFilter.load(), "needs the ffmpeg command and libavfilter")
)
struct PictureFilterTests {
    /// A film of 30 pictures of two fields, 25 a second.
    private func film(_ name: String, _ video: [String], fields: Bool = true) throws -> String {
        let path = TemporaryFolder.current.appending(path: name).path
        let moving = "testsrc2=size=160x96:rate=\(fields ? 50 : 25):duration=1.2"
        let picture = fields ? "\(moving),tinterlace=interleave_top,setfield=tff" : moving
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-threads", "1"] + video + [path]
        )
        return path
    }

    private static let codecs: [[String]] = [
        ["a.ts", "-c:v", "mpeg2video", "-qscale:v", "4", "-flags", "+ilme+ildct", "-bf", "2"],
        ["b.mp4", "-c:v", "libx264", "-g", "10", "-x264-params", "tff=1", "-pix_fmt", "yuv420p"],
        ["c.mkv", "-c:v", "libx264", "-g", "8", "-x264-params", "tff=1", "-pix_fmt", "yuv422p10le"],
    ]

    private func described(_ path: String, _ mode: Deinterlacing) throws -> SourceDescription {
        let film = try FilmProbe.describe(
            path: path,
            hashWholeFile: false,
            reading: SourceReading(deinterlacing: mode)
        )
        return try FilmProbe.joined([try FilmProbe.withFields(film)])
    }

    /// The pictures that ffmpeg makes, as planar samples of 8 or 10 bits.
    private func peer(_ path: String, _ options: String, _ format: PixelFormat) throws -> [String] {
        try filtered(path, "bwdif=\(options)", format)
    }

    private func filtered(_ path: String, _ filter: String, _ format: PixelFormat) throws -> [String] {
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-vf", filter, "-pix_fmt",
                format == .yuv420p8 ? "yuv420p" : "yuv422p10le", "-fps_mode", "passthrough", "-f", "framehash", "-hash",
                "sha256", "-",
            ]
        )
        .filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) }
    }

    @Test("an interlaced film is refused unless the user says how it becomes progressive", arguments: codecs)
    func refused(codec: [String]) throws {
        let path = try film(codec[0], Array(codec.dropFirst()))
        let error = #expect(throws: IntakeError.self) { try FilmProbe.describe(path: path, hashWholeFile: false) }
        #expect(error?.code == .interlaced && error?.remedy.contains("deinterlace") == true)
    }

    @Test("the pictures are those of ffmpeg's bwdif to the bit, and have their times", arguments: codecs.prefix(2))
    func pictures(codec: [String]) throws {
        let path = try film(codec[0], Array(codec.dropFirst()))
        for (mode, options) in [
            (Deinterlacing.frame, "mode=send_frame:deint=all"), (.field, "mode=send_field:deint=all"),
            (.auto, "mode=send_frame:deint=interlaced"),
        ] {
            let source = try described(path, mode)
            let count = mode == .field ? 60 : 30
            #expect(source.video.timeline.count == count, "\(mode)")
            #expect(source.video.timeline.nominalRate == FrameRate(frames: mode == .field ? 50 : 25, seconds: 1))
            #expect(try Reading.digests(source) == peer(path, options, source.video.format), "\(mode)")
        }
    }

    @Test("the pictures do not depend on the ranges in which they are read", arguments: codecs)
    func ranges(codec: [String]) throws {
        let path = try film(codec[0], Array(codec.dropFirst()))
        for mode in Deinterlacing.allCases {
            let source = try described(path, mode)
            let count = source.video.timeline.count
            let whole = try Reading.hashes(FilmReader(source: source), 0..<count)
            #expect(Set(whole).count == count)
            for seed in UInt64(1)...3 {
                let reader = try FilmReader(source: source)
                for range in Reading.partition(count, parts: 8, seed: seed) {
                    #expect(try Reading.hashes(reader, range) == Array(whole[range]), "\(mode), frames \(range)")
                }
            }
            // Blind cuts, as between ranges without scenes.
            let reader = try FilmReader(source: source)
            for start in stride(from: 0, to: count, by: 7) {
                let range = start..<min(start + 7, count)
                #expect(try Reading.hashes(reader, range) == Array(whole[range]), "\(mode), frames \(range)")
            }
            // A part begins and ends as a film does: without the pictures around it.
            let part = try Reading.hashes(FilmReader(source: FilmProbe.cut(source, to: 11..<25)), 0..<14)
            #expect(part[1..<13] == whole[12..<24], "\(mode)")
        }
    }

    @Test("noise and steps are removed as ffmpeg's filters do, whatever the ranges")
    func filters() throws {
        let noisy = TemporaryFolder.current.appending(path: "n.mkv").path
        let picture = "testsrc2=size=160x96:rate=25:duration=2,noise=alls=12:allf=t,format=yuv420p"
        try FFmpegTool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-c:v", "ffv1", "-threads", "1", noisy]
        )
        let samples: [(SourceReading, String)] = [
            (SourceReading(denoising: .light), "atadenoise=s=5:0a=0.01:0b=0.02:1a=0.01:1b=0.02:2a=0.01:2b=0.02"),
            (SourceReading(denoising: .strong), "atadenoise=s=9:0a=0.04:0b=0.08:1a=0.04:1b=0.08:2a=0.04:2b=0.08"),
            (SourceReading(debands: true), "deband"),
            (
                SourceReading(deinterlacing: .field, denoising: .medium, debands: true),
                "bwdif=mode=send_field:deint=all,atadenoise=s=9:0a=0.02:0b=0.04:1a=0.02:1b=0.04:2a=0.02:2b=0.04,deband"
            ),
        ]
        for (reading, filter) in samples {
            let film = try FilmProbe.describe(path: noisy, hashWholeFile: false, reading: reading)
            let source = try FilmProbe.joined([try FilmProbe.withFields(film)])
            let count = source.video.timeline.count
            #expect(count == (reading.deinterlacing == .field ? 100 : 50))
            let digests = try Reading.digests(source)
            #expect(try digests == filtered(noisy, filter, .yuv420p8), "\(filter)")
            let whole = try Reading.hashes(FilmReader(source: source), 0..<count)
            let reader = try FilmReader(source: source)
            for range in Reading.partition(count, parts: 9, seed: 2) + (0..<count / 10).map({ $0 * 10..<$0 * 10 + 10 })
            {
                #expect(try Reading.hashes(reader, range) == Array(whole[range]), "\(filter), frames \(range)")
            }
        }
    }

    @Test("progressive pictures stay as they are with auto, and fields can be repeated for another rate")
    func others() throws {
        let plain = try film("p.mkv", ["-c:v", "ffv1", "-pix_fmt", "yuv420p"], fields: false)
        let whole = try FilmProbe.describe(path: plain, hashWholeFile: false)
        let own = try Reading.hashes(FilmReader(source: whole), 0..<30)
        #expect(try Reading.hashes(FilmReader(source: described(plain, .auto)), 0..<30) == own)

        let path = try film("a.ts", Array(Self.codecs[0].dropFirst()))
        let fields = try described(path, .field)
        let film = try #require(fields.films?.first)
        let joined = try FilmProbe.joined([try FilmProbe.repeated(film, at: FrameRate(frames: 60, seconds: 1)), whole])
        #expect(joined.video.timeline.count == 72 + 30)
        let made = try Reading.hashes(FilmReader(source: fields), 0..<60)
        let wanted = (0..<72).map { made[(2 * $0 + 1) * 50 / 120] }
        #expect(try Reading.hashes(FilmReader(source: joined), 0..<102) == wanted + own)
        #expect(try Reading.hashes(FilmReader(source: joined), 31..<80) == Array((wanted + own)[31..<80]))
    }

    @Test(
        "fields of a camera that are packets of their own make the frames that ffmpeg makes of them",
        .enabled(if: SharedMedia.folder != nil, "needs clips")
    )
    func camera() throws {
        let folder = try #require(SharedMedia.folder)
        let path = folder.appending(path: "interlaced-1080i50-avchd.mts").path
        for (mode, options) in [
            (Deinterlacing.auto, "mode=send_frame:deint=interlaced"), (.field, "mode=send_field:deint=all"),
        ] {
            let source = try described(path, mode)
            let count = source.video.timeline.count
            #expect(source.video.timeline.nominalRate == FrameRate(frames: mode == .field ? 50 : 25, seconds: 1))
            #expect(source.video.timeline.hasConstantRate)
            let whole = try Reading.digests(source)
            #expect(try whole == peer(path, options, .yuv420p8), "\(mode), \(count) frames")
            let hashes = try Reading.hashes(FilmReader(source: source), 0..<count)
            let reader = try FilmReader(source: source)
            for range in Reading.partition(count, parts: 5, seed: 4) {
                #expect(try Reading.hashes(reader, range) == Array(hashes[range]), "\(mode), frames \(range)")
            }
        }
    }

    @Test("the times of fields are half those of frames, exactly")
    func times() throws {
        let odd = try #require(FrameTimeline(timescale: 1000, firstTick: 5, runs: [.init(count: 3, duration: 33)]))
        let fields = try #require(odd.fields)
        #expect(fields.count == 6 && fields.timescale == 2000 && fields.timeRange == odd.timeRange)
        #expect(fields.time(of: 1) == MediaTime(value: 43, timescale: 2000))
        let even = try #require(FrameTimeline(timescale: 50, firstTick: 0, runs: [.init(count: 2, duration: 2)]))
        #expect(even.fields?.timescale == 50 && even.fields?.count == 4)
        let fine = FrameTimeline(timescale: .max, firstTick: 0, runs: [.init(count: 1, duration: 3)])
        #expect(fine?.fields == nil)
    }
}
