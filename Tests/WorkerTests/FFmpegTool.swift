import Foundation
import TestSupport
import Testing

/// The ffmpeg command, which makes the small sources of these tests.
enum FFmpegTool {
    /// Whether it is installed.
    static let isPresent = Tool.arePresent("ffmpeg")

    /// Options that tag a film as PQ in BT.2020.
    static let perceptualQuantizer = ColourTags.options(
        primaries: "bt2020",
        transfer: "smpte2084",
        matrix: "bt2020nc",
        range: "tv"
    )

    /// Makes a film with a moving test picture, noise and a tone in the test's folder.
    static func film(
        frames: Int,
        size: String = "192x108",
        pixelFormat: String = "yuv420p",
        tags: [String] = [],
        audio: [String] = ["-c:a", "aac"],
        container: String = "mp4"
    ) throws -> String {
        let path = TemporaryFolder.current.appending(path: "source.\(container)").path
        let picture = "testsrc2=size=\(size):rate=24,noise=alls=12:allf=t:all_seed=1,format=\(pixelFormat)"
        let arguments = [
            "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i",
            "sine=frequency=440:sample_rate=48000:duration=\(Double(frames) / 24)", "-frames:v", String(frames),
            "-threads", "1", "-c:v", "libx264", "-preset", "ultrafast", "-qp", "12",
        ]
        try #require(Tool("ffmpeg")).output(arguments + audio + tags + [path])
        return path
    }
}
