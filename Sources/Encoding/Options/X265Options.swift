package import Media

/// The options that a pass gives libx265 in addition to its preset: a pure function, the same on every machine.
package enum X265Options {
    /// The options of every pass. They make ranges stitchable, with the same bytes on every machine.
    ///
    /// They set one thread or threads for rows, closed GOPs with an IDR picture only at their start, and samples with
    /// lengths instead of start codes. Samples contain no parameter sets, access unit delimiters or version SEI.
    ///
    /// An analysis omits the user's own options: they may request what is slow and not needed there.
    package static func common(_ settings: EncoderSettings, withUserOptions: Bool = true) -> [X265Option] {
        var options = [
            X265Option("pools", settings.rowThreads.map(String.init) ?? "none"),
            X265Option("frame-threads", "1"),
            X265Option("wpp", settings.rowThreads == nil ? "0" : "1"),
            X265Option("open-gop", "0"),
            X265Option("keyint", "\(settings.keyFrameInterval)"),
            X265Option("min-keyint", "\(settings.keyFrameInterval)"),
            X265Option("annexb", "0"),
            X265Option("repeat-headers", "0"),
            X265Option("aud", "0"),
            X265Option("info", "0"),
            X265Option("hrd", "0"),
            X265Option("log-level", "info"),
        ]
        if !settings.hasConstantRate { options.append(X265Option("vui-timing-info", "0")) }
        options += colour(settings)
        guard withUserOptions else { return options }
        for (name, value) in settings.options.sorted(by: { $0.key < $1.key }) {
            options.append(X265Option(name, value))
        }
        return options
    }

    /// The options of one pass: its rate, the place of its statistics, and whether it measures its own distortion.
    package static func pass(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        statisticsPath: String
    ) -> [X265Option] {
        var options: [X265Option] = []
        switch pass.rate {
        case .constantRateFactor(let factor): options.append(X265Option("crf", "\(factor)"))
        case .average(let kilobits): options.append(X265Option("bitrate", "\(kilobits)"))
        }
        // Bit 0 writes statistics, bit 1 reads them. A fed pass does both, so that each pass writes its own.
        options.append(X265Option("pass", pass.role == .fed ? "3" : "1"))
        options.append(X265Option("stats", statisticsPath))
        if pass.measuresDistortion {
            options.append(X265Option("psnr", "1"))
            options.append(X265Option("ssim", "1"))
        }
        if let shortest = pass.shortestKeyFrameInterval {
            options.append(X265Option("min-keyint", "\(min(max(shortest, 1), settings.keyFrameInterval))"))
        }
        if let limits = settings.encoderBuffer, let start = pass.bufferStart { options += buffer(limits, start: start) }
        return options
    }

    /// Width and height in luma samples to whose multiples the final preset pads pictures: its smallest coding block.
    /// That of `ultrafast` is 16, which gives the same cutree units.
    package static func minimumBlock(_ settings: EncoderSettings) -> Int {
        settings.options["min-cu-size"].flatMap { Int($0) } ?? 8
    }

    /// A decoder's buffer in the units of libx265, which are those of libx264: whole kilobits, rounded down, and its
    /// initial content as a share of it.
    static func buffer(_ limits: BufferLimits, start: Int) -> [X265Option] {
        let size = max(limits.bufferBits / 1000, 1)
        // Both read a value above 1 as kilobits, and libx265 reads 0 as unset.
        let share = min(max(Double(start) / Double(size * 1000), 0.01), 1)
        return [
            X265Option("vbv-maxrate", "\(max(limits.bitsPerSecond / 1000, 1))"),
            X265Option("vbv-bufsize", "\(size)"),
            X265Option("vbv-init", "\((share * 1000).rounded(.down) / 1000)"),
        ]
    }

    /// The colours with BT.709's code in place of each code for which libx265 has no name, such as primaries 22 (EBU
    /// Tech. 3213) and matrix 15 (IPT-C2). These codes reserve the fields in the VUI, and the session writes the right
    /// values there.
    package static func writable(_ colour: ColourDescription) -> ColourDescription {
        var held = colour
        if colour.primaries > 12 { held.primaries = 1 }
        if colour.matrix > 14 { held.matrix = 1 }
        return held
    }

    /// The fields of the VUI. libx265 gets no SEI metadata: the session writes the SEI messages itself.
    private static func colour(_ settings: EncoderSettings) -> [X265Option] {
        var options: [X265Option] = []
        let colour = writable(settings.colour)
        if colour.primaries != 2 { options.append(X265Option("colorprim", "\(colour.primaries)")) }
        if colour.transfer != 2 { options.append(X265Option("transfer", "\(colour.transfer)")) }
        if colour.matrix != 2 { options.append(X265Option("colormatrix", "\(colour.matrix)")) }
        if let isFullRange = colour.isFullRange {
            options.append(X265Option("range", isFullRange ? "full" : "limited"))
        }
        if settings.pixelAspect != .square {
            let aspect = settings.pixelAspect
            options.append(X265Option("sar", "\(aspect.horizontal):\(aspect.vertical)"))
        }
        if let location = settings.chromaLocation { options.append(X265Option("chromaloc", "\(location)")) }
        return options
    }
}
