import Foundation
import TestSupport
import Testing

/// The ffmpeg command, which makes small films for tests and gives reference results for Intake.
enum FFmpegTool {
    /// Whether ffmpeg and ffprobe are installed.
    static let isPresent = Tool.arePresent("ffmpeg", "ffprobe")

    /// Runs a tool, which must succeed, and returns the lines that it prints.
    @discardableResult
    static func run(_ name: String, _ arguments: [String]) throws -> [String] {
        try #require(Tool(name)).output(arguments).split(separator: "\n").map(String.init)
    }

    /// Makes a film in the test's folder from a moving test picture, and a tone when `audio` says how to encode one.
    static func film(
        _ name: String,
        video: [String],
        audio: [String] = [],
        picture: String = "testsrc2=size=192x108:rate=24:duration=4"
    ) throws -> String {
        let url = TemporaryFolder.current.appending(path: name)
        var arguments = ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture]
        if !audio.isEmpty { arguments += ["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=4"] }
        arguments += ["-threads", "1"] + video + audio + [url.path]
        try run("ffmpeg", arguments)
        return url.path
    }

    /// SHA-256 of every picture that ffmpeg decodes, in presentation order, as planar samples of a pixel format.
    static func pictureHashes(of path: String, pixelFormat: String, limit: Int = 10_000) throws -> [String] {
        try run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-pix_fmt", pixelFormat,
                "-frames:v", String(limit), "-fps_mode", "passthrough", "-f", "framehash", "-hash", "sha256", "-",
            ]
        )
        .filter { !$0.hasPrefix("#") }
        .compactMap { $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces) }
    }

    /// One number of every frame or packet, as ffprobe prints it.
    static func numbers(_ section: String, _ entry: String, of path: String, stream: String) throws -> [Int64] {
        try run(
            "ffprobe",
            [
                "-v", "error", "-select_streams", stream, "-show_\(section)s", "-show_entries", "\(section)=\(entry)",
                "-of", "default=noprint_wrappers=1:nokey=1", path,
            ]
        )
        .compactMap { Int64($0) }
    }
}
