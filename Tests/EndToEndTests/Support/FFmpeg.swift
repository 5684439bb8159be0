import Foundation
import TestSupport
import Testing

/// FFmpeg's own programs. They make sources, and read films independently of Granary.
enum FFmpeg {
    /// Whether both programs are installed; without them, the tests that need them are reported as skipped.
    static let isPresent = Tool.arePresent("ffmpeg", "ffprobe")

    static func ffmpeg(_ arguments: [String]) throws -> Tool.Outcome {
        try run("ffmpeg", ["-hide_banner", "-nostdin", "-v", "error"] + arguments)
    }

    static func ffprobe(_ arguments: [String]) throws -> Tool.Outcome {
        try run("ffprobe", ["-v", "warning"] + arguments)
    }

    /// Presentation times of the video packets in seconds, ascending, as ffprobe prints them.
    static func times(of film: URL) throws -> [String] {
        let words = ["-select_streams", "v:0", "-show_entries", "packet=pts_time", "-of", "csv=p=0", film.path]
        return try ffprobe(words).output.split(separator: "\n")
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ", ")) }
            .sorted { (Double($0) ?? -1) < (Double($1) ?? -1) }
    }

    /// The frame rate that the video stream itself states, without its container, as in `24/1`.
    static func codedRate(of film: URL) throws -> String {
        let stream = film.deletingPathExtension().appendingPathExtension("hevc")
        let copied = try ffmpeg(["-y", "-i", film.path, "-map", "0:v", "-c", "copy", "-f", "hevc", stream.path])
        try #require(copied.status == 0, "\(copied.errors)")
        return try ffprobe(["-show_entries", "stream=r_frame_rate", "-of", "csv=p=0", stream.path]).output
            .trimmingCharacters(in: CharacterSet(charactersIn: ",\n"))
    }

    /// MD5 of each decoded picture, in presentation order.
    static func pictures(of film: URL) throws -> [String] {
        let words = ["-xerror", "-i", film.path, "-map", "0:v:0", "-fps_mode", "passthrough", "-f", "framemd5", "-"]
        return try ffmpeg(words).output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } }
    }

    /// MD5 of all audio packets.
    static func audioDigest(of film: URL) throws -> String {
        try ffmpeg(["-i", film.path, "-map", "0:a", "-c", "copy", "-f", "md5", "-"]).output
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Tool.Outcome {
        try #require(Tool(program)).run(arguments)
    }
}
