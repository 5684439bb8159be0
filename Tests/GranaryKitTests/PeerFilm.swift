import Foundation
import GranaryKit
import TestSupport
import Testing

/// A film that FFmpeg wrote or decodes: the peer of the library.
struct PeerFilm {
    let url: URL

    /// Makes a film of moving test pictures.
    static func made(_ name: String, size: String = "160x96", frames: Int, _ options: [String]) throws -> PeerFilm {
        let url = TemporaryFolder.current.appending(path: name)
        let input = ["-f", "lavfi", "-i", "testsrc2=size=\(size):rate=24", "-frames:v", "\(frames)"]
        try #require(Tool("ffmpeg")).output(["-v", "error", "-nostdin"] + input + options + [url.path])
        return PeerFilm(url: url)
    }

    /// What FFmpeg decodes, in presentation order.
    func pictures(_ pixelFormat: String, byteCount: Int) throws -> [[UInt8]] {
        let raw = url.appendingPathExtension("yuv")
        let output = ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixelFormat, raw.path]
        try #require(Tool("ffmpeg")).output(["-v", "error", "-nostdin", "-i", url.path] + output)
        let bytes = try [UInt8](Data(contentsOf: raw))
        return stride(from: 0, to: bytes.count, by: byteCount).map {
            Array(bytes[$0..<min($0 + byteCount, bytes.count)])
        }
    }

    /// Values that ffprobe prints, a line for each packet or stream.
    func probe(_ entries: String) throws -> [[String]] {
        let words = ["-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "csv=p=0", url.path]
        return try #require(Tool("ffprobe")).output(words).split(separator: "\n").map { line in
            line.split(separator: ",").map(String.init)
        }
    }

    /// The samples in decode order; ffprobe says where they are in the file.
    func samples() throws -> [LooseSample] {
        let file = try [UInt8](Data(contentsOf: url))
        let base = try #require(probe("stream=time_base").first?.first).split(separator: "/").compactMap { Int64($0) }
        func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks * base[0], timescale: Int32(base[1])) }
        // The order of the values is ffprobe's.
        return try probe("packet=pts,duration,size,pos").map { line in
            let values = line.compactMap { Int64($0) }
            let (start, count) = (Int(values[3]), Int(values[2]))
            return LooseSample(Array(file[start..<start + count]), at: time(values[0]), duration: time(values[1]))
        }
    }

    /// The content of the first box of a kind.
    func box(_ kind: String) throws -> [UInt8] {
        let file = try Data(contentsOf: url)
        let start = try #require(file.range(of: Data(kind.utf8))).lowerBound
        let length = file[start - 4..<start].reduce(0) { $0 << 8 | Int($1) }
        return [UInt8](file[start + 4..<start - 4 + length])
    }
}
