import Foundation
import Jobs
package import Media

/// Where and of what one encode is made.
package struct AnchorSite: Sendable {
    /// The clip, found and probed.
    package var clip: FoundClip
    /// What is asked for.
    package var rate: BenchRate
    /// A folder of this encode's own, which is there.
    package var folder: String
    /// Longest distance of key frames.
    package var keyFrameInterval: MediaTime
    /// Cores that chunked encoders may keep busy.
    package var coreCount: Int
    /// The programs.
    package var programs: BenchPrograms
    /// Path of Granary's program.
    package var granary: String
    /// Words that Granary's `run` is given beside the manifest, as `--engine slurm`.
    package var granaryWords: [String]

    /// Frames a second, on average over the clip: encoders compute rates from it.
    var frameRate: FrameRate { clip.source.video.timeline.averageRate }

    /// Number of frames.
    var frameCount: Int { clip.source.video.timeline.count }

    /// Most frames from a key frame to the next.
    var keyFrames: Int { max(1, Int((keyFrameInterval.seconds * frameRate.framesPerSecond).rounded())) }

    /// The clip's pixel format by ffmpeg's name, as encoders are given it.
    var pixelFormat: String { clip.source.video.format == .yuv420p8 ? "yuv420p" : "yuv420p10le" }

    /// Bits of its samples, as x264 and x265 get them: each writes what it was built for otherwise.
    var bitDepth: String { clip.source.video.format == .yuv420p8 ? "8" : "10" }

    /// A path in the folder.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Kilobits a second; nil for a rate factor.
    var kilobits: String? { rate.bitsPerSecond.map { Quantity.words(Double($0) / 1000) } }

    /// ffmpeg's words to decode the clip's pictures to its standard output, as Y4M.
    ///
    /// - Parameter frames: the only pictures that are written; nil for all.
    func decoding(_ frames: Range<Int>? = nil) throws(BenchHole) -> BenchCommand {
        var words = ["-nostdin", "-v", "error", "-noautorotate", "-i", clip.path, "-map", "0:v:0"]
        if let frames {
            let trim = "trim=start_frame=\(frames.lowerBound):end_frame=\(frames.upperBound),setpts=PTS-STARTPTS"
            words += ["-vf", trim]
        }
        words += ["-fps_mode", "passthrough", "-pix_fmt", pixelFormat, "-strict", "-1", "-f", "yuv4mpegpipe", "-"]
        return BenchCommand(try programs.path(of: .ffmpeg), words)
    }
}
