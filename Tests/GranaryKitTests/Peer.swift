import Foundation
import GranaryKit
import TestSupport
import Testing

/// What FFmpeg's programs find in a film.
enum Peer {
    static let arePresent = Tool.arePresent("ffmpeg", "ffprobe")

    /// Makes a file with ffmpeg.
    static func make(_ name: String, _ words: [String]) throws -> URL {
        let url = TemporaryFolder.current.appending(path: name)
        _ = try #require(Tool("ffmpeg")).output(["-v", "error", "-nostdin"] + words + [url.path])
        return url
    }

    /// Entries of ffprobe, a line for each stream, packet or frame.
    static func probe(_ url: URL, _ stream: String, _ entries: String) throws -> [String] {
        let words = ["-v", "error", "-select_streams", stream, "-show_entries", entries, "-of", "csv=p=0", url.path]
        // Lines of streams and packets with side data end in a comma.
        return try #require(Tool("ffprobe")).output(words).split(separator: "\n")
            .map { $0.trimmingCharacters(in: [","]) }
    }

    /// Presentation time in ticks, size and MD5 of each packet as it is, or of each decoded picture.
    static func hashes(_ url: URL, _ stream: String, isDecoded: Bool = false) throws -> [String] {
        let copy = isDecoded ? ["-fps_mode", "passthrough"] : ["-c", "copy"]
        let words =
            ["-v", "error", "-nostdin", "-i", url.path, "-map", "0:\(stream)"] + copy + ["-f", "framemd5", "-"]
        return try #require(Tool("ffmpeg")).output(words).split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { line in
                let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                return "\(fields[2]) \(fields[4]) \(fields[5])"
            }
    }

    /// The bytes of all packets of a stream.
    static func bytes(_ url: URL, _ stream: String) throws -> [UInt8] {
        let raw = try make(
            "\(UUID().uuidString).raw",
            ["-i", url.path, "-map", "0:\(stream)", "-c", "copy", "-f", "data"]
        )
        defer { try? FileManager.default.removeItem(at: raw) }
        return [UInt8](try Data(contentsOf: raw))
    }
}
