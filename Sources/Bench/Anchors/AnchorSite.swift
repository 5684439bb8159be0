import Foundation
import Jobs
package import Media

/// The clip, rate, folder and programs of one encode.
package struct AnchorSite: Sendable {
    /// The clip, found and probed.
    package var clip: FoundClip
    /// The requested rate.
    package var rate: BenchRate
    /// An existing folder that only this encode uses.
    package var folder: String
    /// Longest distance between key frames.
    package var keyFrameInterval: MediaTime
    /// Cores that chunked encoders may use.
    package var coreCount: Int
    /// The installed programs.
    package var programs: BenchPrograms
    /// Path of Granary's program.
    package var granary: String
    /// Arguments of `granary run` after the manifest, such as `--engine slurm`.
    package var granaryArguments: [String]

    /// Average frame rate of the clip, from which encoders compute rates.
    var frameRate: FrameRate { clip.source.video.timeline.averageRate }

    /// Number of frames.
    var frameCount: Int { clip.source.video.timeline.count }

    /// Largest number of frames from one key frame to the next.
    var keyFrames: Int { max(1, Int((keyFrameInterval.seconds * frameRate.framesPerSecond).rounded())) }

    /// ffmpeg's name of the pixel format in which encoders get the clip.
    var pixelFormat: String { clip.source.video.format == .yuv420p8 ? "yuv420p" : "yuv420p10le" }

    /// Bit depth that x264 and x265 must write. Without it, each writes the depth that it was built for.
    var bitDepth: String { clip.source.video.format == .yuv420p8 ? "8" : "10" }

    /// A path in the folder.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// The requested rate in kbit/s; nil for a rate factor.
    var kilobits: String? { rate.bitsPerSecond.map { Quantity.words(Double($0) / 1000) } }

    /// The ffmpeg command that decodes the clip's pictures to its standard output, as Y4M.
    ///
    /// - Parameter frames: the frames to write; nil writes all.
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
