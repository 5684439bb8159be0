import ArgumentParser
import Foundation
import Jobs
import Media

/// The settings of a job without a manifest: the most common keys of a manifest as options.
struct EncodeOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The film to encode; several films of the same kind are joined.",
            valueName: "input"
        ),
        completion: .file()
    )
    var inputs: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The new film, an .mp4 or .mov.", valueName: "file"),
        completion: .file(extensions: ["mp4", "mov"])
    )
    var output: String

    @Option(
        help: ArgumentHelp(
            "A preset for size, speed and quality; `granary presets` lists them.",
            discussion: "Other options take precedence over it.",
            valueName: "name"
        ),
        completion: .list(ExportPreset.allCases.map(\.rawValue))
    )
    var preset: String?

    @Option(name: .shortAndLong, help: ArgumentHelp("Average rate of the video, as in 4M or 2500k.", valueName: "rate"))
    var bitrate: String?

    @Option(help: ArgumentHelp("Constant quality: rate factor, 0 (best) to 51. Default: 21.", valueName: "factor"))
    var crf: String?

    @Option(
        help: ArgumentHelp(
            "Target quality by psnr, ssim, xpsnr or vmaf: the mean of the film, and a floor for each range.",
            discussion: "As in ssim=0.98 or vmaf=94,88.",
            valueName: "metric=target[,floor]"
        )
    )
    var quality: String?

    @Option(
        help: ArgumentHelp(
            "What --bitrate is optimised for: balanced (the default), psnr, ssim, xpsnr or vmaf.",
            discussion:
                "A metric raises its own mean over the film at the cost of the others; balanced uses nearly one "
                + "quantiser.",
            valueName: "metric"
        ),
        completion: .list(["balanced"] + QualityMetric.allCases.map(\.rawValue))
    )
    var optimize: String?

    @Option(
        help: ArgumentHelp(
            "Highest rate at which the decoder's buffer fills (VBV), as in 5M.",
            discussion: "With --bitrate, --crf or --quality.",
            valueName: "rate"
        )
    )
    var maximum: String?

    @Option(
        help: ArgumentHelp("Size of that buffer in bits. Default: one second of --maximum.", valueName: "size")
    )
    var buffer: String?

    @Option(
        help: ArgumentHelp(
            "Codec: hevc (the default) or h264, which is SDR with 8 bits.",
            valueName: "codec"
        ),
        completion: .list(VideoCodec.allCases.map(\.rawValue))
    )
    var codec: String?

    @Option(
        help: ArgumentHelp("Preset of the encoder, ultrafast to placebo. Default: medium.", valueName: "preset"),
        completion: .list(EncoderSettings.speeds)
    )
    var speed: String?

    @Option(
        help: ArgumentHelp("Tune of the encoder, as in grain or animation.", valueName: "tune"),
        completion: .list(EncoderSettings.tunes)
    )
    var tune: String?

    @Option(
        help: ArgumentHelp(
            "Largest width and height of the picture, or the frame for --fit, as in 1920x1080.",
            valueName: "box"
        )
    )
    var size: String?

    @OptionGroup var conversion: ConversionOptions

    @Option(
        help: ArgumentHelp("Bit depth: 8, 10 or auto (that of the source, and 10 for HDR).", valueName: "bits"),
        completion: .list(["auto", "8", "10"])
    )
    var bitDepth: String?

    @Option(help: ArgumentHelp("Longest distance between key frames. Default: 10s.", valueName: "time"))
    var keyFrameInterval: String?

    @Option(
        help: ArgumentHelp(
            "Highest number of passes over a range, or auto; with 1, a missed rate or quality is reported, not fixed.",
            valueName: "count"
        )
    )
    var passes: String?

    @Option(help: ArgumentHelp("Largest miss of the rate that is accepted. Default: 0.5%.", valueName: "percentage"))
    var tolerance: String?

    @Option(
        help: ArgumentHelp(
            """
            Audio: copy (the default), none, aac (copied if the film can hold it, else encoded as AAC), or tracks by \
            number from 0 or by language, as in eng,1 or aac:eng,1.
            """,
            valueName: "tracks"
        )
    )
    var audio: String?

    @Option(
        help: ArgumentHelp(
            "An operator's hook that learns how the film ended; may be given more than once.",
            valueName: "name"
        )
    )
    var onFinish: [String] = []

    @Option(
        name: [.customLong("x265"), .customLong("x264")],
        help: ArgumentHelp("Another option of the encoder, as in aq-mode=3; may be repeated.", valueName: "name=value")
    )
    var encoderOptions: [String] = []

    @OptionGroup var part: PartOptions

    /// The manifest with the same settings, as JSON, so that one parser checks both.
    var manifestText: String {
        get throws {
            var video: [String: Any] = [:]
            var rate: [String: Any] = [:]
            rate["average"] = bitrate
            rate["constant"] = crf
            // An invalid value is passed on as it is: the parser of the manifest refuses it.
            if let quality {
                if let keys = QualityGoal.manifestKeys(of: quality) {
                    rate["quality"] = keys
                } else {
                    rate["quality"] = quality
                }
            }
            rate["maximum"] = maximum
            rate["buffer"] = buffer
            if !rate.isEmpty { video["rate"] = rate }
            video["optimize"] = optimize
            video["codec"] = codec
            video["speed"] = speed
            video["tune"] = tune
            video["crop"] = part.cropKeys
            video["size"] = size
            video.merge(conversion.keys) { first, _ in first }
            video["bitDepth"] = bitDepth
            video["keyFrameInterval"] = keyFrameInterval
            var options: [String: Any] = [:]
            for option in encoderOptions {
                let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                    String.init
                )
                options[parts[0]] = parts.count == 2 ? parts[1] : "true"
            }
            if !options.isEmpty { video["options"] = options }
            var limits: [String: Any] = [:]
            limits["maximum"] = passes
            limits["tolerance"] = tolerance
            var document: [String: Any] = ["apiVersion": Manifest.apiVersion, "output": output]
            document["source"] = part.source(inputs)
            document["preset"] = preset
            document["onDamage"] = part.onDamage
            if !onFinish.isEmpty { document["onFinish"] = onFinish }
            if !video.isEmpty { document["video"] = video }
            if !limits.isEmpty { document["passes"] = limits }
            if let audio {
                document["audio"] = Self.audioKeys(audio)
            }
            let data = try JSONSerialization.data(withJSONObject: document, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// The manifest's `audio` for a word, or for a list of tracks, which may follow `aac:`.
    private static func audioKeys(_ text: String) -> Any {
        if ["copy", "none", "aac"].contains(text) { return text }
        guard text.hasPrefix("aac:") else { return text.split(separator: ",").map(String.init) }
        return ["codec": "aac", "tracks": text.dropFirst(4).split(separator: ",").map(String.init)] as [String: Any]
    }

    /// The manifest that the options describe. Paths are relative to the current folder.
    ///
    /// Throws a `ManifestError` without positions, with the keys of the manifest.
    func manifest() throws -> Manifest {
        let folder = FileManager.default.currentDirectoryPath
        do {
            var manifest = try Manifest(parsing: Array(try manifestText.utf8), file: "command line", folder: folder)
            manifest.positions = [:]
            return manifest
        } catch let error as ManifestError {
            var plain = error
            plain.issues = error.issues.map { issue in
                ManifestIssue(position: nil, key: issue.key, problem: issue.problem, suggestion: issue.suggestion)
            }
            plain.kind = .usage
            throw plain
        }
    }
}
