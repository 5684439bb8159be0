import Jobs

extension EncodeOptions {
    /// The options that set keys of a manifest. Of two keys of which one begins with the other, the longer comes first.
    private static let names: [(key: String, option: String)] = [
        ("video.rate.constant", "--crf"), ("video.rate.average", "--bitrate"), ("video.rate.quality", "--quality"),
        ("video.rate.maximum", "--maximum"), ("video.rate.buffer", "--buffer"),
        ("video.rate", "--bitrate, --crf or --quality"),
        ("video.optimize", "--optimize"), ("video.codec", "--codec"), ("video.speed", "--speed"),
        ("video.tune", "--tune"),
        ("video.size", "--size"), ("video.hdr", "--hdr"), ("video.fit", "--fit"), ("video.enlarge", "--enlarge"),
        ("video.outputFrameRate", "--output-frame-rate"), ("video.deinterlace", "--deinterlace"),
        ("video.denoise", "--denoise"), ("video.deband", "--deband"),
        ("video.burn.subtitle", "--burn"), ("video.burn.fonts", "--font"), ("video.burn", "--burn and --font"),
        ("video.bitDepth", "--bit-depth"), ("video.crop", "--crop"), ("video.keyFrameInterval", "--key-frame-interval"),
        ("video.options", "--x265"), ("passes.maximum", "--passes"), ("passes.tolerance", "--tolerance"),
        ("source.start", "--start"), ("source.duration", "--duration"), ("source.track", "--track"),
        ("source.frameRate", "--frame-rate"), ("source", "<input>"), ("output", "--output"), ("preset", "--preset"),
        ("onDamage", "--on-damage"), ("audio", "--audio"), ("onFinish", "--on-finish"),
    ]

    /// The errors of a manifest that was made from options, with the names of the options.
    static func inOptions(_ error: ManifestError) -> ManifestError {
        var renamed = error
        renamed.attempted = "make a job from the options"
        renamed.file = ""
        renamed.issues = error.issues.map { issue in
            let known = names.first { issue.key == $0.key || issue.key.hasPrefix($0.key + ".") }
            let rest = known.map { issue.key.dropFirst($0.key.count + 1) } ?? ""
            let name = known.map { rest.isEmpty ? $0.option : "\($0.option) \(rest)" } ?? issue.key
            return ManifestIssue(position: nil, key: name, problem: issue.problem, suggestion: issue.suggestion)
        }
        return renamed
    }
}
