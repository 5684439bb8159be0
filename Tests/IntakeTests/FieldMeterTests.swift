import Foundation
import Media
import TestSupport
import Testing

@testable import Intake

@Suite(
    "Fields of pictures that are flagged as progressive",
    .temporaryFolder,
    .doesNotHang,
    .enabled(if: FFmpegTool.isPresent, "needs ffmpeg")
)
struct FieldMeterTests {
    /// A film of a panned picture that ffmpeg makes without field flags.
    private func stretches(_ filter: String, rate: Int = 60, format: String = "yuv420p") throws -> [FieldStretch] {
        let path = try FFmpegTool.film(
            "\(UUID().uuidString).mkv",
            video: ["-vf", filter + ",setfield=prog", "-c:v", "ffv1", "-pix_fmt", format],
            picture: "testsrc=size=320x240:rate=\(rate):duration=\(240 / rate),scroll=horizontal=0.01"
        )
        return try stretches(of: path)
    }

    private func stretches(of path: String, frames: Int = .max) throws -> [FieldStretch] {
        let source = try FilmProbe.describe(path: path, hashWholeFile: false)
        let count = min(source.video.timeline.count, frames)
        return FieldPattern.stretches(in: try SceneScout.scan(FilmReader(source: source), frames: 0..<count).fields)
    }

    @Test("are of one instant in a progressive film", arguments: ["yuv420p", "yuv420p10le"])
    func progressive(format: String) throws {
        #expect(try stretches("null", format: format) == [])
        #expect(try stretches("scroll=vertical=0.01,noise=alls=20:allf=t", format: format) == [])
    }

    @Test(
        "are of two instants in an interlaced film, whichever comes first",
        arguments: ["interleave_top", "interleave_bottom"],
        ["yuv420p", "yuv420p10le"]
    )
    func interlaced(order: String, format: String) throws {
        let found = try stretches("tinterlace=\(order)", format: format)
        #expect(found.map(\.kind) == [.interlaced])
        #expect(found.first.map { $0.frames.count > 100 } == true, "of 120 frames: \(found)")
    }

    @Test("repeat in the cadence of 3:2 pulldown", arguments: ["top", "bottom"])
    func telecined(first: String) throws {
        let found = try stretches("telecine=first_field=\(first):pattern=23", rate: 24)
        #expect(found.map(\.kind) == [.telecined])
        #expect(found.first.map { $0.frames.count > 280 } == true, "of 300 frames: \(found)")
    }

    @Test(
        "are of one instant in real films that are progressive",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips")
    )
    func realFilms() throws {
        let names = [
            "sdr-sintel-720p24.mp4", "hfr60-bbb-540p.webm", "mpeg-ps-city.mpg", "prores-hq-timecode-360p25.mov",
            "vfr-screen-3026x1386.mp4", "training-mixed-360p24.mkv", "hdr10-phone-1080p.mp4",
        ]
        for name in names {
            let clip = try #require(SharedMedia.clip(name))
            #expect(try stretches(of: clip.path, frames: 60) == [], "\(name)")
        }
    }

    @Test(
        "of a real film are found after it is interlaced or telecined, and coded with loss",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips"),
        arguments: [
            ("hfr60-bbb-540p.webm", "tinterlace=interleave_top", FieldStretch.Kind.interlaced),
            ("sdr-sintel-720p24.mp4", "select='between(n,200,320)',setpts=N/24/TB,telecine=pattern=23", .telecined),
            ("mpeg-ps-city.mpg", "crop=720:404,telecine=pattern=23", .telecined),
        ]
    )
    func damagedFilms(name: String, filter: String, kind: FieldStretch.Kind) throws {
        let clip = try #require(SharedMedia.clip(name))
        let path = TemporaryFolder.current.appending(path: "fields.mp4").path
        try FFmpegTool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", clip.path, "-an", "-vf", filter + ",setfield=prog", "-c:v", "libx264",
                "-preset", "veryfast", "-crf", "20", path,
            ]
        )
        let found = try stretches(of: path)
        #expect(Set(found.map(\.kind)) == [kind], "\(found)")
        let frames = try FFmpegTool.numbers("packet", "pts", of: path, stream: "v:0").count
        #expect(found.map(\.frames.count).reduce(0, +) * 10 >= frames * 7, "\(found) of \(frames) frames")
    }
}
