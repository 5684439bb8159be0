import Foundation
import Testing

/// Films in PQ whose light is known.
package enum PQFilm {
    /// A film in PQ of two scenes of twelve frames: grey of 92 cd/m², then the left half black and the right half grey
    /// of 994 cd/m².
    package static func twoScenes() throws -> String {
        var bytes: [UInt8] = []
        func append(_ code: Int) { bytes += [UInt8(code & 255), UInt8(code >> 8)] }
        for frame in 0..<24 {
            for _ in 0..<64 { for x in 0..<96 { append(frame < 12 ? 502 : x < 48 ? 64 : 722) } }
            for _ in 0..<2 * 32 * 48 { append(512) }
        }
        let raw = TemporaryFolder.current.appending(path: "scenes.yuv")
        try Data(bytes).write(to: raw)
        let path = TemporaryFolder.current.appending(path: "scenes.mp4").path
        let tags = ColourTags.options(primaries: "bt2020", transfer: "smpte2084", matrix: "bt2020nc", range: "tv")
        let input = ["-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", "96x64"]
        let output = ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1", "-x265-params"]
        let options = ["lossless=1:log-level=none:pools=none"]
        try #require(Tool("ffmpeg")).output(input + ["-r", "24", "-i", raw.path] + output + options + tags + [path])
        return path
    }
}
