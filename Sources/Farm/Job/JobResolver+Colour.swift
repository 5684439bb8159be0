import Media

/// What the sample values mean: colour tags and HDR metadata, carried and never invented.
extension JobResolver {
    /// Settles the colour tags, and refuses what would be a mere re-tag.
    mutating func resolveColour() -> ColourDescription {
        let tagged = source.video.colour
        let asked = manifest.video.colour
        var colour = tagged
        colour.primaries = code(asked.primaries, tagged.primaries, "primaries", ColourNames.primaries)
        colour.transfer = code(asked.transfer, tagged.transfer, "transfer", ColourNames.transfers)
        colour.matrix = code(asked.matrix, tagged.matrix, "matrix", ColourNames.matrices)
        if let isFullRange = asked.isFullRange {
            if let known = tagged.isFullRange, known != isFullRange {
                report("video.colour.range", "the source says \(known ? "full" : "limited")", "leave the key out")
            }
            colour.isFullRange = isFullRange
        }
        checkDynamicRange(colour)
        return colour
    }

    private mutating func code(_ asked: UInt8?, _ tagged: UInt8, _ key: String, _ names: [String: UInt8]) -> UInt8 {
        guard let asked, asked != tagged else { return tagged }
        if tagged != 2 {
            report(
                "video.colour.\(key)",
                "the source says \(ColourNames.name(of: tagged, in: names)), and a film is never merely re-tagged",
                "leave the key out; this version converts no colours"
            )
        }
        return asked
    }

    private mutating func checkDynamicRange(_ colour: ColourDescription) {
        let actual: Manifest.DynamicRange =
            switch colour.transfer {
            case 16: .hdr10
            case 18: .hlg
            default: .sdr
            }
        if let asked = manifest.video.range, asked != actual {
            report(
                "video.hdr",
                "the source is \(actual.rawValue), and conversion to \(asked.rawValue) is not supported by this version",
                "leave the key out to keep it as it is"
            )
        } else if manifest.video.range == nil {
            let transfer = ColourNames.name(of: colour.transfer, in: ColourNames.transfers)
            settle("video.hdr", actual.rawValue, "the transfer of the source is \(transfer)")
        }
    }

    /// Settles the mastering display: the source's, or one that was given for an HDR film without one.
    mutating func resolveMasteringDisplay(_ colour: ColourDescription) -> MasteringDisplay? {
        guard let given = manifest.video.masteringDisplay else {
            if colour.transfer == 16 {
                let display = source.video.masteringDisplay
                settle(
                    "video.masteringDisplay",
                    display?.text ?? "none",
                    display == nil ? "the source has none, and none is invented" : "the source's"
                )
            }
            return source.video.masteringDisplay
        }
        if !colour.isHDR {
            report("video.masteringDisplay", "the source is not HDR", "leave the key out")
        } else if let known = source.video.masteringDisplay, known != given {
            report("video.masteringDisplay", "the source says \(known.text)", "leave the key out")
        }
        return given
    }

    /// Settles the content light levels; nil also when the scout is to measure them.
    mutating func resolveContentLight(_ colour: ColourDescription) -> ContentLight? {
        let declared = source.video.contentLight
        switch manifest.video.contentLight {
        case .none: return nil
        case .measure:
            if let obstacle = colour.obstacleToLightLevels {
                report("video.contentLight", "they cannot be measured: \(obstacle)", "leave the key out")
            } else {
                settle("video.contentLight", "measure", "as asked for: measured in the scout")
                measuresLight = true
            }
            return nil
        case .source:
            guard colour.isHDR else { return declared }
            if let declared, declared.isKnown {
                settle("video.contentLight", declared.text, "the source's")
                return declared
            } else if let obstacle = colour.obstacleToLightLevels {
                settle("video.contentLight", "none", "the source has none, and they are not measured: \(obstacle)")
            } else {
                settle("video.contentLight", "measure", "the source has none: measured in the scout")
                measuresLight = true
            }
            return nil
        case .levels(let given):
            if !colour.isHDR { report("video.contentLight", "the source is not HDR", "leave the key out") }
            return given
        }
    }
}
