import HEVC
package import Media

/// The format of a video track by its first sample entry.
package struct VideoFormat: Hashable, Sendable, Encodable {
    /// Type of the sample entry, as in `hvc1`.
    package var format: FourCC
    /// Codec string of RFC 6381 and ISO/IEC 14496-15 annex E, for HEVC and H.264.
    package var codecString: String?
    /// Size of the coded picture.
    package var size: PictureSize
    /// `hvcC`.
    package var hevc: HEVCConfigurationBox?
    /// `avcC`.
    package var avc: AVCConfigurationBox?
    /// `colr`, if it has codes of H.273.
    package var colour: ColourDescription?
    /// `mdcv`.
    package var masteringDisplay: MasteringDisplay?
    /// `clli`.
    package var contentLight: ContentLight?
    /// `amve`.
    package var ambientViewing: AmbientViewing?
    /// Bytes of the ICC profile of a second `colr`.
    package var colourProfileByteCount: Int?
    /// That profile, if it is valid.
    package var colourProfile: ICCProfile?
    /// The Dolby Vision record in `dvcC`, `dvvC` or `dvwC`.
    package var dolbyVision: DolbyVision?
    /// The colour and light metadata of the bitstream, in `hvcC` and in the first sample; nil if it is not HEVC.
    package var bitstream: ColourMetadata?
    /// The result of combining both: the boxes take precedence, and the bitstream supplies what they leave unspecified.
    package var settled: ColourMetadata
    /// The dynamic range in words, as in "HDR10"; nil if no box specifies anything and the bitstream is not read.
    package var dynamicRange: String?
    /// Warnings about colour and light, and disagreements of boxes and bitstream, one line each.
    package var colourWarnings: [String]
    /// Whether the bitstream has HDR10+ metadata.
    package var hasDynamicMetadata: Bool
    /// Whether the first access unit has Dolby Vision metadata or a Dolby Vision enhancement layer.
    package var hasDolbyVisionUnits: Bool
    /// The dynamic HDR metadata of all samples; nil without any, and if the samples were not read for it.
    package var dynamicMetadata: DynamicMetadataSummary?
    /// `clap`.
    package var cleanAperture: CleanAperture?
    /// `pasp`.
    package var pixelAspect: PixelAspect?
    /// `btrt`.
    package var bitRate: BitRateBox?
    /// Types of other boxes.
    package var otherBoxes: [FourCC]

    /// Describes an entry and, for HEVC, the metadata in its stream.
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
        avc = entry.avc
        codecString = (entry.hevc?.codecStringSuffix ?? entry.avc?.codecStringSuffix).map { "\(entry.format)\($0)" }
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
    /// The codec string after the sample entry, as in `.2.4.L93.B0` (ISO/IEC 14496-15 E.3): profile, compatibility
    /// flags in reversed bit order, tier and level, constraint bytes without trailing zeros.
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
