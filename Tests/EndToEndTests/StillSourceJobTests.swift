import Foundation
import TestSupport
import Testing

/// Jobs whose films are still images, compared with what libheif shows of these.
@Suite(
    .temporaryFolder,
    .enabled(if: Tool.arePresent("ffmpeg", "ffprobe", "heif-convert"), "a program that reads HEIC files is not there")
)
struct StillSourceJobTests {
    private var folder: URL { TemporaryFolder.current }

    private func run(_ arguments: [String]) async throws -> String {
        let outcome = try await Program.granary(arguments)
        try #require(outcome.code == 0, "\(outcome.output)\(outcome.errors)")
        return outcome.output + outcome.errors
    }

    /// PSNR between a frame of a film, as it is shown, and an image that is scaled to the same size; in dB.
    private func distance(_ film: URL, frame: Int, _ image: URL) throws -> Double {
        let size = try #require(Tool("ffprobe")).output(
            ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0:s=x", image.path]
        )
        let sides = size.split(whereSeparator: { "x\n".contains($0) }).compactMap { Int($0) }
        let shown = folder.appending(path: "shown.png")
        let filter = "select=eq(n\\,\(frame)),scale=\(sides[0]):\(sides[1]):flags=bicubic:out_range=full"
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-y", "-i", film.path, "-vf", filter, "-frames:v", "1", "-pix_fmt", "rgb24", shown.path]
        )
        let compare = "[1]format=rgb24[b];[0][b]psnr"
        let text = try #require(Tool("ffmpeg")).run(
            ["-hide_banner", "-i", shown.path, "-i", image.path, "-lavfi", compare, "-f", "null", "-"]
        ).errors
        let word = try #require(text.split(separator: " ").first { $0.hasPrefix("average:") })
        return Double(word.dropFirst(8)) ?? .infinity
    }

    private func seen(_ still: URL) throws -> URL {
        let image = folder.appending(path: still.deletingPathExtension().lastPathComponent + ".png")
        try #require(Tool("heif-convert")).output([still.path, image.path])
        return image
    }

    @Test("a list of stills is a film whose frames are what libheif shows, turned, in tiles, and of another shape")
    func list() async throws {
        let ffmpeg = try #require(Tool("ffmpeg"))
        let (clip, rotated) = (folder.appending(path: "clip.mp4"), folder.appending(path: "rotated.mp4"))
        try ffmpeg.output(
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=192x128:r=8:d=0.2", "-pix_fmt", "yuv420p", "-c:v",
                "mpeg4",
            ]
                + ["-qscale:v", "2", clip.path]
        )
        try ffmpeg.output(
            ["-v", "error", "-i", clip.path, "-c", "copy", "-metadata:s:v:0", "rotate=90", rotated.path]
        )
        let (plain, turned) = (folder.appending(path: "plain.heic"), folder.appending(path: "turned.heic"))
        for (source, still, options) in [(clip, plain, ["--grid", "64"]), (rotated, turned, [])] {
            _ = try await run(["still", source.path, "-o", still.path, "--at", "0s", "--quality", "95"] + options)
        }
        let film = folder.appending(path: "film.mp4")
        _ = try await run(
            ["encode", plain.path, turned.path, "--frame-rate", "2", "-o", film.path, "--crf", "8"]
                + ["--speed", "superfast", "--jobs", folder.appending(path: "jobs").path, "--progress", "none"]
        )
        let frames = try #require(Tool("ffprobe")).output(
            ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", film.path]
        )
        #expect(frames.split(separator: "\n").map { $0.prefix(8) } == ["0.000000", "0.500000"], "\(frames)")
        let verified = try await Program.granary("verify", film.path)
        #expect(verified.code == 0, "\(verified.output)\(verified.errors)")
        // The frame is that of the first still, and the turned one stands in its middle, as high as it.
        let (first, second) = (try seen(plain), try seen(turned))
        let padded = folder.appending(path: "padded.png")
        try ffmpeg.output(
            ["-v", "error", "-i", second.path, "-vf", "scale=86:128,pad=192:128:52:0:black", padded.path]
        )
        #expect(try distance(film, frame: 0, first) > 35)
        // Another turn has less than 13 dB.
        #expect(try distance(film, frame: 1, padded) > 22)
    }

    @Test("a sequence is a source with its own times")
    func sequence() async throws {
        let (source, wave) = (folder.appending(path: "source.mkv"), folder.appending(path: "wave.heics"))
        try #require(Tool("ffmpeg")).output(
            ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=12:d=1", "-c:v", "ffv1", "-pix_fmt", "yuv420p"]
                + [source.path]
        )
        _ = try await run(["still", source.path, "-o", wave.path, "--sequence", "--from", "0.5s"])
        let film = folder.appending(path: "film.mp4")
        _ = try await run(
            ["encode", wave.path, "-o", film.path, "--crf", "20", "--speed", "ultrafast", "--progress", "none"]
                + ["--jobs", folder.appending(path: "jobs").path]
        )
        let frames = try #require(Tool("ffprobe")).output(
            ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", film.path]
        ).split(whereSeparator: { ",\n".contains($0) })
        // Matroska has milliseconds.
        #expect(frames.count == 6 && frames[1].hasPrefix("0.083"), "\(frames)")
    }

    @Test(
        "an iPhone's grid and a single still become a film whose frames are what libheif shows",
        .enabled(if: SharedMedia.folder != nil, "needs the shared clips")
    )
    func shared() async throws {
        let grid = try #require(SharedMedia.clip("still-iphone-grid.heic"))
        let single = try #require(SharedMedia.clip("still-single.heic"))
        let manifest = folder.appending(path: "film.yaml")
        try """
        apiVersion: granary/v1
        source: {films: [\(grid.path), \(single.path)], frameRate: 24}
        output: film.mp4
        video: {size: 378x504, speed: ultrafast, rate: {constant: 10}}
        """.write(to: manifest, atomically: true, encoding: .utf8)
        _ = try await run(["run", manifest.path, "--jobs", folder.appending(path: "jobs").path, "--progress", "none"])
        #expect(try distance(folder.appending(path: "film.mp4"), frame: 0, seen(grid)) > 25)
    }
}
