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
        return options + buffer(settings, pass.bufferStart)
    }

    /// A decoder's buffer: whole kilobits, rounded down, and its initial content as a share of it.
    private static func buffer(_ settings: EncoderSettings, _ start: Int?) -> [(name: String, value: String)] {
        guard let limits = settings.encoderBuffer, let start else { return [] }
        let size = max(limits.bufferBits / 1000, 1)
        // libx264 reads a value above 1 as kilobits.
        let share = min(max(Double(start) / Double(size * 1000), 0.01), 1)
        return [
            ("vbv-maxrate", "\(max(limits.bitsPerSecond / 1000, 1))"),
            ("vbv-bufsize", "\(size)"),
            ("vbv-init", "\((share * 1000).rounded(.down) / 1000)"),
        ]
    }
}
