import Media

/// Resolves what a preset requires of the source.
extension JobResolver {
    /// The film's colour with the preset: the preset supplies what the source does not specify, and a source of other
    /// colours is reported.
    mutating func resolvePresetColour(_ colour: ColourDescription) -> ColourDescription {
        guard let preset = manifest.preset, let wanted = preset.colour else { return colour }
        let hasOtherColours =
            ![2, wanted.primaries].contains(colour.primaries) || ![2, wanted.transfer].contains(colour.transfer)
            || ![2, wanted.matrix].contains(colour.matrix)
        let isOther = hasOtherColours || colour.isFullRange == !(wanted.isFullRange ?? false)
        let name = "\(text(wanted)), which preset \(preset.rawValue) requires"
        if isOther {
            let isConvertible = !changesColours && colour.obstacleToConversion == nil && source.video.isRGB != true
            guard hasOtherColours, isConvertible else {
                report(
                    "preset",
                    "the film must be \(name); the source is \(text(colour))",
                    "convert it first, or leave video.hdr and video.colour out"
                )
                return colour
            }
            return converting(colour, to: wanted, "preset \(preset.rawValue)")
        } else if colour != wanted {
            settle("video.colour", text(wanted), "preset \(preset.rawValue); the source does not specify all of it")
        }
        return isOther ? colour : wanted
    }

    /// The temporal levels of the preset; nil if the preset has none, and for a source of another frame rate, which is
    /// reported.
    mutating func presetLevels() -> Manifest.TemporalRequest? {
        guard let preset = manifest.preset, let (levels, framesPerSecond) = preset.temporal else { return nil }
        let rate = source.video.timeline.nominalRate
        guard rate.nominalFramesPerSecond == framesPerSecond else {
            let base = Quantity.words(framesPerSecond / Double(1 << (levels - 1)))
            report(
                "preset",
                "\(preset.rawValue) makes \(levels) temporal levels, from \(base) to "
                    + "\(Quantity.words(framesPerSecond)) frames a second, and the source has \(rate)",
                "change the frame rate of the source, or set the temporal levels of the film in video.temporal"
            )
            return nil
        }
        settle("video.temporal.levels", String(levels), "preset \(preset.rawValue)")
        return .levels(levels)
    }

    private func text(_ colour: ColourDescription) -> String {
        let codes = [
            ColourNames.name(of: colour.primaries, in: ColourNames.primaries),
            ColourNames.name(of: colour.transfer, in: ColourNames.transfers),
            ColourNames.name(of: colour.matrix, in: ColourNames.matrices),
        ]
        let name = Set(codes).count == 1 ? codes[0] : codes.joined(separator: "/")
        return name + (colour.isFullRange.map { $0 ? ", full range" : ", limited range" } ?? "")
    }
}
