import Media

/// Resolves the number of temporal levels, and checks that source and encoder support it.
extension JobResolver {
    /// The number of temporal levels; 1 if none were requested or if they are impossible.
    mutating func resolveTemporalLevels() -> Int {
        guard codec == .hevc, let request = manifest.video.temporal ?? presetLevels() else { return 1 }
        let timeline = source.video.timeline
        let levels: Int
        switch request {
        case .levels(let count): levels = count
        case .baseLayerFrameRate(let rate):
            guard let found = levelCount(of: timeline.nominalRate, over: rate) else { return 1 }
            levels = found
        }
        guard levels > 1 else { return 1 }
        // A film can have levels although its last frame is longer than the others. Then no level is declared to have a
        // constant rate.
        if !timeline.hasNearlyConstantRate {
            report(
                "video.temporal",
                "the durations of the frames differ, and a level is every second frame of the level above it",
                "leave the key out, or convert the source to a constant frame rate first"
            )
        }
        let most = capabilities.maximumTemporalLevels
        if levels > most {
            report(
                "video.temporal",
                "libx265 \(capabilities.version) of this build supports at most \(most) temporal levels, not \(levels)",
                "build Granary with libx265 4, which supports five (Debian 13 has it; on Debian 12 `make setup` "
                    + "builds it)"
            )
        }
        for name in EncoderSettings.optionsDecidedByLevels where manifest.video.options[name] != nil {
            report("video.options.\(name)", "temporal levels determine every slice type", "leave it out")
        }
        return levels
    }

    /// The number of levels from a base rate up to the source's rate, by nominal rates: 59.94 counts as 60.
    private mutating func levelCount(of source: FrameRate, over base: Double) -> Int? {
        let nominal = source.nominalFramesPerSecond
        let fitting = TemporalPyramid.supportedLevels.map { (levels: $0, rate: nominal / Double(1 << ($0 - 1))) }
        if let found = fitting.first(where: { ($0.rate / base - 1).magnitude < 0.0015 }) {
            settle(
                "video.temporal.levels",
                String(found.levels),
                "\(source) frames a second divided by \(Quantity.words(base)) is \(1 << (found.levels - 1))"
            )
            return found.levels
        }
        report(
            "video.temporal.baseLayerFrameRate",
            "the source has \(source) frames a second, which is not \(Quantity.words(base)) times a power of two",
            "write one of \(fitting.map { Quantity.words($0.rate) }.joined(separator: ", "))"
        )
        return nil
    }
}
