package import Media

/// The options that a pass gives libx265 beyond its preset: pure, the same on every machine.
package enum X265Options {
    /// What holds in every pass, so that ranges can be stitched and are the same bytes wherever they are encoded.
    ///
    /// One thread, closed GOPs with an IDR at the start only, samples with lengths instead of start codes, no parameter
    /// sets, access unit delimiters or version SEI in them.
    ///
    /// An analysis leaves the user's own options out: they may ask for what is dear and not needed there.
    package static func common(_ settings: EncoderSettings, withUserOptions: Bool = true) -> [X265Option] {
        var options = [
            X265Option("pools", "none"),
            X265Option("frame-threads", "1"),
            X265Option("wpp", "0"),
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

    /// What a pass adds: its rate, where its statistics lie, and whether it measures its own distortion.
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
        // Bit 0 writes statistics, bit 1 reads them: a fed pass does both, so that each pass leaves its own.
        options.append(X265Option("pass", pass.role == .fed ? "3" : "1"))
        options.append(X265Option("stats", statisticsPath))
        if pass.measuresDistortion {
            options.append(X265Option("psnr", "1"))
            options.append(X265Option("ssim", "1"))
        }
        if let limits = settings.buffer, let start = pass.bufferStart { options += buffer(limits, start: start) }
        return options
    }

    /// Width and height in luma samples to whose multiples the final preset pads pictures: its smallest coding block.
    /// The one of `ultrafast` is 16, which comes to the same units of cutree.
    package static func minimumBlock(_ settings: EncoderSettings) -> Int {
        settings.options["min-cu-size"].flatMap { Int($0) } ?? 8
    }

    /// A decoder's buffer as libx265 knows it: whole kilobits, rounded down, and its content at the start as a share of
    /// it.
    private static func buffer(_ limits: BufferLimits, start: Int) -> [X265Option] {
        let size = max(limits.bufferBits / 1000, 1)
        // A share above 1 would be taken for kilobits, 0 for nothing said.
        let share = min(max(Double(start) / Double(size * 1000), 0.01), 1)
        return [
            X265Option("vbv-maxrate", "\(max(limits.bitsPerSecond / 1000, 1))"),
            X265Option("vbv-bufsize", "\(size)"),
            X265Option("vbv-init", "\((share * 1000).rounded(.down) / 1000)"),
        ]
    }

    /// The colours with BT.709's code in place of each that libx265 has no name for, as primaries 22 (EBU Tech. 3213)
    /// and matrix 15 (IPT-C2): these hold the places in the VUI, and the session writes the right ones there.
    package static func writable(_ colour: ColourDescription) -> ColourDescription {
        var held = colour
        if colour.primaries > 12 { held.primaries = 1 }
        if colour.matrix > 14 { held.matrix = 1 }
        return held
    }

    /// What the VUI says. Of what SEI messages say libx265 is told nothing: the session writes them itself.
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
