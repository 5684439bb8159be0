import Media

/// The options that a pass gives libx264 in addition to its preset, by their names in x264: a pure function, the same
/// on every machine.
enum X264Options {
    /// The options of every pass. They make ranges stitchable, with the same bytes on every machine.
    ///
    /// They set one thread, code that does not depend on the processor, closed GOPs, parameter sets that do not depend
    /// on the pictures, and samples with lengths instead of start codes.
    static func common(_ settings: EncoderSettings) -> [(name: String, value: String)] {
        let options = settings.options.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return options + [
            ("threads", "1"),
            ("lookahead-threads", "1"),
            ("sync-lookahead", "0"),
            ("sliced-threads", "0"),
            ("deterministic", "1"),
            ("cpu-independent", "1"),
            ("open-gop", "0"),
            ("intra-refresh", "0"),
            ("stitchable", "1"),
            ("annexb", "0"),
            ("repeat-headers", "0"),
            ("aud", "0"),
            ("nal-hrd", "none"),
        ]
    }

    /// The options of one pass: its rate, the place of its statistics, and whether it measures its own distortion.
    static func pass(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        statisticsPath: String
    ) -> [(name: String, value: String)] {
        var options: [(name: String, value: String)] = []
        switch pass.rate {
        case .constantRateFactor(let factor): options.append(("crf", "\(factor)"))
        case .average(let kilobits): options.append(("bitrate", "\(kilobits)"))
        }
        // Bit 0 writes statistics, bit 1 reads them. A fed pass does both, so that each pass writes its own.
        options.append(("pass", pass.role == .fed ? "3" : "1"))
        options.append(("stats", statisticsPath))
        options.append(("psnr", pass.measuresDistortion ? "1" : "0"))
        options.append(("ssim", pass.measuresDistortion ? "1" : "0"))
        if let limits = settings.encoderBuffer, let start = pass.bufferStart { options += buffer(limits, start: start) }
        return options
    }

    /// A decoder's buffer, whose options have the names that x265 took over.
    static func buffer(_ limits: BufferLimits, start: Int) -> [(name: String, value: String)] {
        X265Options.buffer(limits, start: start).map { ($0.name, $0.value) }
    }
}
