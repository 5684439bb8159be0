import Media

/// Resolves what the sample values mean. Colour tags and HDR metadata are carried, never invented.
extension JobResolver {
    /// Resolves the colours of the film: those of the source, with the manifest's tags where it has none, or those that
    /// it is converted to.
    mutating func resolveColour() -> ColourDescription {
        let requested = manifest.video.colour
        var colour = source.video.colour
        if source.video.isRGB == true, !convertsRGB {
            if let primaries = requested.primaries { colour.primaries = tag(primaries, colour.primaries, "primaries") }
            if let transfer = requested.transfer { colour.transfer = tag(transfer, colour.transfer, "transfer") }
            resolveRGB(&colour)
        } else if !asksForCompatibleTransfer {
            colour = resolveConversion()
        }
        if source.video.isRGB != true || convertsRGB, let isFullRange = requested.isFullRange {
            colour.isFullRange = isFullRange
            switch (source.video.colour.isFullRange, isFullRange) {
            case (true, false):
                settle(
                    "video.colour.range",
                    "limited",
                    "as requested: samples are converted from the full range of the source"
                )
            case (false, true):
                report("video.colour.range", "the source has limited range", "leave the key out")
            default: break
            }
        }
        checkDynamicRange(colour)
        return colour
    }

    /// Resolves the matrix and the range with which RGB becomes Y'CbCr. The film's tags declare both.
    private mutating func resolveRGB(_ colour: inout ColourDescription) {
        let requested = manifest.video.colour
        let preset = manifest.preset?.colour
        let matrix = requested.matrix ?? preset?.matrix ?? colour.matrixOfRGB
        let name = ColourNames.name(of: matrix, in: ColourNames.matrices)
        let reason =
            if requested.matrix != nil {
                "as requested"
            } else if preset != nil {
                "from the preset"
            } else {
                matrix == 9 ? "it matches the primaries" : "BT.709, because video.colour gives no other"
            }
        if ColourDescription.matricesOfRGB.contains(matrix) {
            settle("video.colour.matrix", name, "the source is RGB and becomes Y'CbCr with this matrix: \(reason)")
        } else {
            let known = ColourDescription.matricesOfRGB.sorted().map {
                ColourNames.name(of: $0, in: ColourNames.matrices)
            }
            report(
                "video.colour.matrix",
                "the source is RGB, and the matrix \(name) cannot convert it to Y'CbCr",
                "write one of \(known.joined(separator: ", "))"
            )
        }
        colour.matrix = matrix
        colour.isFullRange = requested.isFullRange ?? preset?.isFullRange ?? false
        settle(
            "video.colour.range",
            colour.isFullRange == true ? "full" : "limited",
            requested.isFullRange == nil ? "the source is RGB, which becomes Y'CbCr of the usual range" : "as requested"
        )
    }

    /// Whether an HLG film is signalled for players that do not know HLG: with BT.2020's transfer in the VUI, and HLG
    /// in SEI 147.
    private var asksForCompatibleTransfer: Bool {
        manifest.video.colour.transfer == 14 && source.video.colour.transfer == 18
    }

    /// Resolves how the transfer is signalled: the tags of the VUI, and the transfer of SEI 147 if it differs.
    mutating func resolveSignalling(
        of colour: ColourDescription
    ) -> (colour: ColourDescription, preferredTransfer: UInt8?) {
        let name = ColourNames.name(of: colour.transfer, in: ColourNames.transfers)
        if asksForCompatibleTransfer {
            var compatible = colour
            compatible.transfer = 14
            let reason = "as requested: the film stays HLG, and SEI 147 declares \(name)"
            settle("video.colour.transfer", "bt2020-10", reason)
            return (compatible, colour.transfer)
        }
        if !changesColours, source.video.preferredTransfer == colour.transfer {
            settle("video.colour.transfer", name, "SEI 147 of the source prefers it over the transfer of its VUI")
        }
        return (colour, nil)
    }

    /// The colour and light of the stream: as signalled, with the light that the manifest or the source gives. All else
    /// is carried from the source.
    ///
    /// - Parameters:
    ///   - colour: the colour of the film.
    ///   - signalled: how the stream signals it.
    mutating func resolveMetadata(
        _ colour: ColourDescription,
        signalled: (colour: ColourDescription, preferredTransfer: UInt8?)
    ) -> ColourMetadata {
        var metadata = source.video.colourMetadata
        metadata.colour = signalled.colour
        metadata.preferredTransfer = signalled.preferredTransfer
        metadata.masteringDisplay = resolveMasteringDisplay(colour)
        metadata.contentLight = resolveContentLight(colour)
        if changesColours, !colour.isHDR { metadata.ambientViewing = nil }
        return metadata
    }

    /// Settles the other metadata that is carried as the source declares it: the light around the viewer, the place of
    /// chroma samples and an ICC profile.
    mutating func settleCarriedMetadata() {
        if let ambient = source.video.ambientViewing, colours.allSatisfy(\.target.isHDR) {
            settle("video.ambientViewing", "\(ambient)", "from the source")
        }
        if let location = source.video.chromaLocation {
            settle("video.chromaLocation", ChromaLocationNames.name(of: location), "from the source")
        }
        if let profile = source.video.colourProfile {
            settle(
                "video.colourProfile",
                colours.isEmpty ? "\(profile)" : "none",
                colours.isEmpty
                    ? "the ICC profile of the source: it stays valid because no colours are converted"
                    : "the ICC profile of the source does not hold for converted colours"
            )
        }
    }

    /// Rejects pictures that are correct only with Dolby Vision metadata, which the film will not have.
    mutating func checkDolbyVision() {
        for (number, film) in source.parts.enumerated() {
            guard let dolbyVision = film.video.dolbyVision, dolbyVision.baseLayer == .proprietary else { continue }
            let name = source.parts.count == 1 ? "it" : film.fileName
            if dolbyVision.hasBaseLayer {
                report(
                    manifest.key(ofFilm: number),
                    "\(name) is Dolby Vision of profile \(dolbyVision.profileName): its pictures have right colours "
                        + "only with Dolby's metadata, which this version does not carry",
                    "convert it to HDR10 first, as with: ffmpeg -init_hw_device vulkan -i FILE -vf "
                        + "libplacebo=colorspace=bt2020nc:"
                        + "color_primaries=bt2020:color_trc=smpte2084:format=yuv420p10le -c:v ffv1 -c:a copy OUT.mkv"
                )
            } else {
                report(
                    manifest.key(ofFilm: number),
                    "the video track of \(film.fileName) is only the enhancement layer of Dolby Vision, profile "
                        + dolbyVision.profileName,
                    "use a film with the base layer, made for example with: "
                        + "ffmpeg -i FILE -map 0:v:BASE -map 0:a -c copy OUT.mp4"
                )
            }
        }
    }

    /// The tag of an RGB source: that of the manifest if it has none.
    private mutating func tag(_ requested: UInt8, _ tagged: UInt8, _ key: String) -> UInt8 {
        guard tagged != 2, requested != tagged else { return requested }
        report(
            "video.colour.\(key)",
            "the source is RGB with another tag, and colours of RGB are not converted",
            "leave the key out, or convert the film to Y'CbCr first"
        )
        return tagged
    }

    /// Settles the range of a film that is not converted, and reports a request for another one. Sources other than RGB
    /// and HLG with a compatible transfer were converted, or have an issue already.
    private mutating func checkDynamicRange(_ colour: ColourDescription) {
        let actual = Manifest.DynamicRange(transfer: colour.transfer)
        if let requested = manifest.video.range {
            guard requested != actual, source.video.isRGB == true && !convertsRGB || asksForCompatibleTransfer else {
                return
            }
            report(
                "video.hdr",
                "the source is \(actual.rawValue), and its colours are not converted",
                "leave the key out to keep it as it is"
            )
        } else if !changesColours {
            let transfer = ColourNames.name(of: colour.transfer, in: ColourNames.transfers)
            settle("video.hdr", actual.rawValue, reasonOfColours ?? "the transfer of the source is \(transfer)")
        }
    }

    /// Resolves the mastering display: the one that the manifest gives for an HDR film, otherwise that of the source.
    mutating func resolveMasteringDisplay(_ colour: ColourDescription) -> MasteringDisplay? {
        let known = changesColours ? nil : source.video.masteringDisplay
        guard let given = manifest.video.masteringDisplay else {
            if changesColours {
                if source.video.masteringDisplay != nil {
                    settle("video.masteringDisplay", "none", "that of the source does not hold for converted colours")
                }
            } else if colour.transfer == 16 {
                let isDisputed = source.parts.contains { $0.video.masteringDisplay != nil }
                let none = isDisputed ? "those of the films differ" : "the source has none, and none is invented"
                settle("video.masteringDisplay", known?.text ?? "none", known == nil ? none : "from the source")
            }
            return known
        }
        if !colour.isHDR {
            report("video.masteringDisplay", "the film is not HDR", "leave the key out")
        } else if let known, known != given {
            settle("video.masteringDisplay", given.text, "as given, in place of the source's \(known.text)")
        } else {
            settle(
                "video.masteringDisplay",
                given.text,
                known == nil ? "as given; the source has none" : "from the source"
            )
        }
        return given
    }

    /// Resolves the content light levels; nil also if the scout measures them.
    mutating func resolveContentLight(_ colour: ColourDescription) -> ContentLight? {
        let declared = colours.isEmpty ? source.video.contentLight : nil
        if !colours.isEmpty, source.video.contentLight != nil, colour.obstacleToLightLevels != nil {
            settle("video.contentLight", "none", "that of the source does not hold for converted colours")
        }
        switch manifest.video.contentLight {
        case .none: return nil
        case .measure:
            if let obstacle = colour.obstacleToLightLevels {
                report("video.contentLight", "they cannot be measured: \(obstacle)", "leave the key out")
            } else {
                settle("video.contentLight", "measure", "as requested: measured in the scout")
                measuresLight = true
            }
            return nil
        case .source:
            guard colour.isHDR else { return declared }
            if let declared, declared.isKnown {
                settle("video.contentLight", declared.text, "from the source")
                return declared
            } else if !colours.isEmpty, colour.obstacleToLightLevels == nil {
                settle("video.contentLight", "measure", "colours are converted: measured in the scout, as they become")
                measuresLight = true
            } else if let obstacle = colour.obstacleToLightLevels {
                settle("video.contentLight", "none", "the source has none, and they cannot be measured: \(obstacle)")
            } else {
                settle("video.contentLight", "measure", "the source has none: measured in the scout")
                measuresLight = true
            }
            return nil
        case .levels(let given):
            if !colour.isHDR { report("video.contentLight", "the film is not HDR", "leave the key out") }
            return given
        }
    }
}
