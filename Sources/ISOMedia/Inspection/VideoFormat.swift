import HEVC
package import Media

/// The format of a video track, as its first sample entry says.
package struct VideoFormat: Hashable, Sendable, Encodable {
    /// Type of the sample entry, as in `hvc1`.
    package var format: FourCC
    /// Codec string of RFC 6381 and ISO/IEC 14496-15 annex E, for HEVC.
    package var codecString: String?
    /// Size of the coded picture.
    package var size: PictureSize
    /// `hvcC`.
    package var hevc: HEVCConfigurationBox?
    /// `colr`, when it holds codes of H.273.
    package var colour: ColourDescription?
    /// `mdcv`.
    package var masteringDisplay: MasteringDisplay?
    /// `clli`.
    package var contentLight: ContentLight?
    /// `amve`.
    package var ambientViewing: AmbientViewing?
    /// Bytes of the ICC profile of a second `colr`.
    package var colourProfileByteCount: Int?
    /// That profile, when it is one.
    package var colourProfile: ICCProfile?
    /// What `dvcC`, `dvvC` or `dvwC` says of Dolby Vision.
    package var dolbyVision: DolbyVision?
    /// What the bitstream itself says of colour and light, in `hvcC` and in the first sample; nil when it is not HEVC.
    package var bitstream: ColourMetadata?
    /// What holds of the two: the boxes take precedence, the bitstream fills what they leave unsaid.
    package var settled: ColourMetadata
    /// The dynamic range in words, as in "HDR10"; nil where no box says anything and the bitstream is not read.
    package var dynamicRange: String?
    /// What is odd about colour and light, or where boxes and bitstream disagree, one line each.
    package var colourWarnings: [String]
    /// Whether the bitstream has HDR10+ metadata.
    package var hasDynamicMetadata: Bool
    /// Whether the first access unit has Dolby Vision metadata or a layer of it.
    package var hasDolbyVisionUnits: Bool
    /// `clap`.
    package var cleanAperture: CleanAperture?
    /// `pasp`.
    package var pixelAspect: PixelAspect?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of further boxes.
    package var otherBoxes: [FourCC]

    /// Describes an entry, and a stream of HEVC by what it says beside the entry.
    init(_ entry: VisualSampleEntry, stream: StreamColour? = nil) {
        let colours = SettledColour(
            container: entry.colourMetadata,
            bitstream: stream?.metadata ?? ColourMetadata()
        )
        bitstream = stream?.metadata
        settled = colours.metadata
        dynamicRange = stream == nil && entry.colour == nil ? nil : colours.metadata.dynamicRange
        colourWarnings = (stream?.warnings ?? []) + colours.warnings
        hasDynamicMetadata = stream?.hasDynamicMetadata ?? false
        hasDolbyVisionUnits = stream?.hasDolbyVision ?? false
        format = entry.format
        size = PictureSize(width: Int(entry.width), height: Int(entry.height))
        hevc = entry.hevc
        codecString = entry.hevc.map { "\(entry.format)\($0.codecStringSuffix)" }
        colour = entry.colour?.colour
        masteringDisplay = entry.masteringDisplay?.display
        contentLight = entry.contentLight?.light
        ambientViewing = entry.ambientViewing?.ambient
        colourProfileByteCount = entry.colourProfile?.profile.count
        colourProfile = try? entry.readProfile()
        dolbyVision = entry.dolbyVision?.configuration
        cleanAperture = entry.cleanAperture?.aperture
        pixelAspect = entry.pixelAspect?.aspect
        bitRate = entry.bitRate
        otherBoxes = entry.otherBoxes
    }
}

extension HEVCConfigurationBox {
    /// What follows the sample entry in a codec string, as in `.2.4.L93.B0` (ISO/IEC 14496-15 E.3): profile,
    /// compatibility with its bits reversed, tier and level, constraint bytes without trailing zeros.
    var codecStringSuffix: String {
        let space = ["", "A", "B", "C"][Int(profileSpace & 3)]
        let reversed = (0..<32).reduce(UInt32(0)) { $0 | (compatibility >> $1 & 1) << (31 - $1) }
        var text =
            ".\(space)\(profile).\(String(reversed, radix: 16, uppercase: true)).\(isHighTier ? "H" : "L")\(level)"
        var bytes = stride(from: 40, through: 0, by: -8).map { UInt8(truncatingIfNeeded: constraints >> UInt64($0)) }
        while bytes.last == 0 { bytes.removeLast() }
        for byte in bytes { text += "." + String(byte, radix: 16, uppercase: true) }
        return text
    }
}
