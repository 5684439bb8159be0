import Media

extension LevelStructure {
    /// The structure that the settings request for a range of a film; nil for a single level.
    ///
    /// Fails if this machine's libx265 does not support that many levels, if the range does not begin on the film's
    /// grid, or if one of the user's options would break the pyramid.
    init?(_ settings: EncoderSettings, frames: Range<Int>) throws(EncodingError) {
        let levels = settings.temporalLevels
        guard levels != 1 else { return nil }
        func failure(_ code: EncodingError.Code, _ subject: String, _ cause: String, _ remedy: String) -> EncodingError
        {
            EncodingError(code, attempted: "encode temporal levels", subject: subject, cause: cause, remedy: remedy)
        }
        guard let pyramid = TemporalPyramid(levels: levels) else {
            let known = TemporalPyramid.supportedLevels
            throw failure(
                .unsupportedLevels,
                "\(levels) levels",
                "Granary supports \(known.lowerBound) to \(known.upperBound)",
                "choose one of these"
            )
        }
        let most = X265Library.maximumTemporalLevels
        guard levels <= most else {
            throw failure(
                .unsupportedLevels,
                "\(levels) levels",
                "this machine's \(X265Library.buildName) supports at most \(most)",
                "build Granary with libx265 4 (Debian 13 has it; Scripts/setup builds it on Debian 12), "
                    + "or choose \(most) levels"
            )
        }
        guard frames.lowerBound % pyramid.period == 0 else {
            throw failure(
                .misuse,
                "frames \(frames)",
                "with \(levels) levels a range must begin at a multiple of \(pyramid.period) frames",
                ""
            )
        }
        if let name = EncoderSettings.optionsDecidedByLevels.first(where: { settings.options[$0] != nil }) {
            throw failure(
                .refusedOption,
                name,
                "temporal levels determine every slice type",
                "leave \(name) out, or choose one level"
            )
        }
        self.init(pyramid, count: frames.count, longestKeyFrameInterval: settings.keyFrameInterval)
    }
}
