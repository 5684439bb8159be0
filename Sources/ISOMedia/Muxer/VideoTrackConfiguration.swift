package import Media

/// The configuration of the video track for the muxer.
@dynamicMemberLookup
package struct VideoTrackConfiguration: Hashable, Sendable {
    /// Parameter sets, which the samples do not contain.
    package var parameterSets: ParameterSets
    /// Size of the coded picture after cropping; must match the parameter sets.
    package var size: PictureSize
    /// Ticks per second of all appended times, positive.
    package var timescale: Int32
    /// Colour and light for `colr`, `mdcv`, `clli` and `amve`. `colr` names the transfer that is meant, not a
    /// compatible one; it is omitted if nothing is specified.
    package var colourMetadata: ColourMetadata
    /// ICC profile for a separate `colr` after the codes; it is written unchanged.
    package var colourProfile: [UInt8]?
    /// The Dolby Vision record for `dvcC`, `dvvC` or `dvwC`; nil for none.
    package var dolbyVision: DolbyVision?
    /// Whether every sample that should have HDR10+ has it, which a brand declares.
    package var hasHDR10Plus: Bool
    /// SEI NAL units for `hvcC`, each with its header: metadata of the whole film, such as mastering display and light
    /// levels. The samples may contain them too.
    package var prefixSEI: [[UInt8]]
    /// The part of the coded picture that is shown, for `clap` and the display size in `tkhd`; nil for all of it.
    package var cleanAperture: CleanAperture?
    /// Width to height of a pixel for `pasp`; also widens the display size in `tkhd`.
    package var pixelAspect: PixelAspect
    /// Nine numbers for the matrix of `tkhd` (see `TransformationMatrix`); nil for the identity.
    package var displayMatrix: [Int32]?
    /// Language as ISO 639-2/T.
    package var language: String
    /// The frame rate for `hvcC` if all frames have the same duration, else nil. Ignored with temporal levels, whose
    /// rates are computed from the samples.
    package var constantRate: FrameRate?
    /// The temporal levels, as many as the parameter sets declare: two or more are declared by sample groups. Nil
    /// declares no levels.
    package var temporalLevels: TemporalLevels?

    /// Creates a configuration.
    package init(
        parameterSets: ParameterSets,
        size: PictureSize,
        timescale: Int32,
        colourMetadata: ColourMetadata = ColourMetadata(),
        colourProfile: [UInt8]? = nil,
        dolbyVision: DolbyVision? = nil,
        hasHDR10Plus: Bool = false,
        prefixSEI: [[UInt8]] = [],
        cleanAperture: CleanAperture? = nil,
        pixelAspect: PixelAspect = .square,
        displayMatrix: [Int32]? = nil,
        language: String = "und",
        constantRate: FrameRate? = nil,
        temporalLevels: TemporalLevels? = nil
    ) {
        self.parameterSets = parameterSets
        self.size = size
        self.timescale = timescale
        self.colourMetadata = colourMetadata
        self.colourProfile = colourProfile
        self.dolbyVision = dolbyVision
        self.hasHDR10Plus = hasHDR10Plus
        self.prefixSEI = prefixSEI
        self.cleanAperture = cleanAperture
        self.pixelAspect = pixelAspect
        self.displayMatrix = displayMatrix
        self.language = language
        self.constantRate = constantRate
        self.temporalLevels = temporalLevels
    }

    /// The colour and light of the film, by their names: `colour`, `masteringDisplay` and so on.
    package subscript<Value>(dynamicMember path: WritableKeyPath<ColourMetadata, Value>) -> Value {
        get { colourMetadata[keyPath: path] }
        set { colourMetadata[keyPath: path] = newValue }
    }

    /// The configuration of a source's video track that was re-encoded: times, geometry, colour and language are kept.
    package init(parameterSets: ParameterSets, size: PictureSize, source: VideoTrack) {
        self.init(
            parameterSets: parameterSets,
            size: size,
            timescale: source.timeline.timescale,
            colourMetadata: source.colourMetadata,
            cleanAperture: source.cleanAperture,
            pixelAspect: source.pixelAspect,
            displayMatrix: source.displayMatrix,
            language: source.language,
            constantRate: source.timeline.hasConstantRate ? source.timeline.averageRate : nil
        )
    }
}
