import Foundation
import Jobs
import Media
import Storage

extension BenchAnchor {
    /// The commands that encode at a site. Throws a hole if a program is not installed.
    ///
    /// Writes Granary's manifest, and runs nothing.
    package func plan(at site: AnchorSite) throws -> BenchPlan {
        switch kind {
        case .x265TwoPass, .x265Factor: try x265(site)
        case .ffmpegTwoPass: try ffmpeg(site)
        case .x264TwoPass: try x264(site)
        case .chunkedTwoPass, .chunkedFactor: try chunked(site)
        case .granary: try granary(site)
        case .template: try templated(site)
        }
    }

    private func x265(_ site: AnchorSite) throws(BenchHole) -> BenchPlan {
        let output = site.path("encode.hevc")
        let pipelines = try x265Passes(site, frames: nil, name: "x265", output: output)
        return BenchPlan(pipelines, output: output)
    }

    /// The pipelines that encode one x265 stream: one for a rate factor, two for an average rate.
    private func x265Passes(
        _ site: AnchorSite,
        frames: Range<Int>?,
        name: String,
        output: String,
        more: [String] = []
    ) throws(BenchHole) -> [BenchPlan.Pipeline] {
        let program = try site.programs.path(of: .x265)
        let decoding = try site.decoding(frames)
        let words =
            ["--y4m", "--input", "-", "--fps", "\(site.frameRate)", "--preset", preset ?? "medium"]
            + ["--keyint", "\(site.keyFrames)", "--output-depth", site.bitDepth, "--no-progress"]
            + ["--log-level", "error"] + more + options
        switch site.rate {
        case .constant(let factor):
            let encode = words + ["--crf", Quantity.words(factor), "--output", output]
            return [[decoding, BenchCommand(program, encode)]]
        case .average:
            let rated = words + ["--bitrate", Self.wholeKilobits(site), "--stats", site.path("\(name).stats")]
            return [
                [decoding, BenchCommand(program, rated + ["--pass", "1", "--output", "/dev/null"])],
                [decoding, BenchCommand(program, rated + ["--pass", "2", "--output", output])],
            ]
        }
    }

    private func ffmpeg(_ site: AnchorSite) throws(BenchHole) -> BenchPlan {
        let program = try site.programs.path(of: .ffmpeg)
        let output = site.path("encode.hevc")
        func pass(_ number: Int, _ end: [String]) -> BenchPlan.Pipeline {
            // In x265-params, a colon separates options unless a backslash escapes it.
            let stats = site.path("ffmpeg.stats").replacing(#/[\\':=]/#) { "\\\($0.0)" }
            let parameters = "pass=\(number):stats=\(stats):keyint=\(site.keyFrames):log-level=error"
            let words =
                ["-nostdin", "-v", "error", "-y", "-noautorotate", "-i", site.clip.path, "-map", "0:v:0"]
                + ["-fps_mode", "passthrough", "-pix_fmt", site.pixelFormat, "-c:v", "libx265"]
                + ["-preset", preset ?? "medium", "-b:v", "\(Self.wholeKilobits(site))k"]
                + ["-x265-params", parameters] + options
            return [BenchCommand(program, words + end)]
        }
        return BenchPlan(
            [pass(1, ["-f", "null", "/dev/null"]), pass(2, ["-f", "hevc", output])],
            output: output
        )
    }

    private func x264(_ site: AnchorSite) throws(BenchHole) -> BenchPlan {
        let program = try site.programs.path(of: .x264)
        let output = site.path("encode.264")
        let decoding = try site.decoding()
        let words =
            ["--demuxer", "y4m", "--fps", "\(site.frameRate)", "--preset", preset ?? "medium"]
            + [
                "--keyint", "\(site.keyFrames)", "--bitrate", Self.wholeKilobits(site), "--stats",
                site.path("x264.stats"),
            ]
            + ["--output-depth", site.bitDepth, "--quiet", "--no-progress"]
            + options
        return BenchPlan(
            [
                [decoding, BenchCommand(program, words + ["--pass", "1", "--output", "/dev/null", "-"])],
                [decoding, BenchCommand(program, words + ["--pass", "2", "--output", output, "-"])],
            ],
            output: output
        )
    }

    /// Chunks of equal length, regardless of scene changes. Each is encoded separately on one core.
    private func chunked(_ site: AnchorSite) throws(BenchHole) -> BenchPlan {
        let length = max(1, Int((chunk.seconds * site.frameRate.framesPerSecond).rounded()))
        let starts = Array(stride(from: 0, to: site.frameCount, by: length))
        let output = site.path("encode.hevc")
        var plan = BenchPlan([], output: output)
        plan.sequences = []
        for (index, start) in starts.enumerated() {
            let frames = start..<min(start + length, site.frameCount)
            let piece = site.path("chunk-\(index).hevc")
            // Av1an and similar tools also start one single-threaded encoder for each core.
            let single = ["--pools", "none", "--frame-threads", "1", "--no-wpp"]
            plan.sequences.append(
                try x265Passes(site, frames: frames, name: "chunk-\(index)", output: piece, more: single)
            )
            plan.pieces.append(piece)
        }
        plan.width = max(1, site.coreCount)
        plan.remarks = [
            "times are meaningless: each chunk decodes the clip from its start, so that its frames are exact"
        ]
        return plan
    }

    /// The rate in whole kbit/s, as x265, x264 and ffmpeg take it.
    private static func wholeKilobits(_ site: AnchorSite) -> String {
        "\(max(1, Int((Double(site.rate.bitsPerSecond ?? 0) / 1000).rounded())))"
    }

    /// A Granary job with its own manifest and job directory.
    private func granary(_ site: AnchorSite) throws -> BenchPlan {
        let output = site.path("encode.mp4")
        let jobs = site.path("jobs")
        var video: [String: any Sendable] = [
            "speed": preset ?? "medium",
            "keyFrameInterval": "\(Int((site.keyFrameInterval.seconds * 1000).rounded()))ms",
        ]
        switch site.rate {
        case .average(let bits): video["rate"] = ["average": "\(bits)"]
        case .constant(let factor): video["rate"] = ["constant": Quantity.words(factor)]
        }
        if let optimize { video["optimize"] = optimize }
        if !options.isEmpty {
            let pairs = options.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
            video["options"] = Dictionary(pairs.compactMap { $0.count == 2 ? ($0[0], $0[1]) : nil }) { $1 }
        }
        var manifest: [String: any Sendable] = [
            "apiVersion": Manifest.apiVersion, "name": "bench", "source": site.clip.path, "output": output,
            "video": video, "audio": "none",
        ]
        if let passes { manifest["passes"] = ["maximum": passes] }
        let document = try JSONSerialization.data(
            withJSONObject: manifest,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        try Publication.replaceDocument([UInt8](document), as: "granary.json", in: site.folder)
        let words = [
            "run", site.path("granary.json"), "--jobs", jobs, "--progress", "none", "--no-verify", "--overwrite",
        ]
        // Exit code 3 means a finished film that misses its rate. The benchmark measures by how much.
        return BenchPlan(
            [[BenchCommand(site.granary, words + site.granaryArguments)]],
            output: output,
            form: .job(folder: jobs),
            accepted: [0, FailureKind.verification.rawValue]
        )
    }

    private func templated(_ site: AnchorSite) throws(BenchHole) -> BenchPlan {
        guard let template else { throw BenchHole(.anchorFailed, "the template has no commands") }
        let output = site.path("encode.\(template.output.rawValue)")
        var values = [
            "input": site.clip.path, "output": output, "folder": site.folder, "fps": "\(site.frameRate)",
            "keyint": "\(site.keyFrames)", "width": "\(site.clip.source.video.size.width)",
            "height": "\(site.clip.source.video.size.height)",
            "depth": site.clip.source.video.format == .yuv420p8 ? "8" : "10",
        ]
        switch site.rate {
        case .average(let bits):
            values["rate"] = "\(bits)"
            values["kilobits"] = Self.wholeKilobits(site)
        case .constant(let factor): values["factor"] = Quantity.words(factor)
        }
        var pipelines: [BenchPlan.Pipeline] = []
        for words in template.commands {
            guard let program = words.first else { continue }
            let path = try site.programs.path(ofTemplate: program)
            let command = BenchCommand(path, words.dropFirst().map { BenchTemplate.filled($0, values) })
            switch template.input {
            case .file: pipelines.append([command])
            case .y4m: pipelines.append([try site.decoding(), command])
            }
        }
        return BenchPlan(pipelines, output: output, form: template.output == .ivf ? .ivf : .stream)
    }
}
