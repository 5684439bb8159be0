package import Media

/// What the muxer must know of the video track before its first sample.
package struct VideoTrackConfiguration: Hashable, Sendable {
    /// Parameter sets, which the samples lack.
    package var parameterSets: ParameterSets
    /// Size of the coded picture after cropping; must be what the parameter sets say.
    package var size: PictureSize
    /// Ticks per second of all times that are appended, positive.
    package var timescale: Int32
    /// Colour for `colr`; left out when nothing is specified.
    package var colour: ColourDescription
    /// ICC profile for a `colr` of its own, behind the codes; it is written as it is.
    package var colourProfile: [UInt8]?
    /// Mastering display for `mdcv`.
    package var masteringDisplay: MasteringDisplay?
    /// Content light levels for `clli`.
    package var contentLight: ContentLight?
    /// Light around the viewer for `amve`.
    package var ambientViewing: AmbientViewing?
    /// SEI units for `hvcC`, each with its header: what holds for the whole film, as mastering display and light
    /// levels. The samples may have them too.
    package var prefixSEI: [[UInt8]]
    /// Which part of the coded picture is shown, for `clap` and the display size in `tkhd`; nil for all of it.
    package var cleanAperture: CleanAperture?
    /// Width to height of a pixel for `pasp`; also widens the display size in `tkhd`.
    package var pixelAspect: PixelAspect
    /// Nine numbers for the matrix of `tkhd` (see `TransformationMatrix`); nil for the identity.
    package var displayMatrix: [Int32]?
    /// Language as ISO 639-2/T.
    package var language: String
    /// The frame rate when every frame lasts equally long, else nil; goes into `hvcC`. Not asked for when there are
    /// temporal levels, whose rates are taken from the samples.
    package var constantRate: FrameRate?
    /// The temporal levels, as many as the parameter sets declare: with two or more, readers are told of them by sample
    /// groups. Nil leaves levels unsaid.
    package var temporalLevels: TemporalLevels?

    /// Creates a configuration.
    package init(
        parameterSets: ParameterSets,
        size: PictureSize,
        timescale: Int32,
        colour: ColourDescription = .unspecified,
        colourProfile: [UInt8]? = nil,
        masteringDisplay: MasteringDisplay? = nil,
        contentLight: ContentLight? = nil,
        ambientViewing: AmbientViewing? = nil,
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
        self.colour = colour
        self.colourProfile = colourProfile
        self.masteringDisplay = masteringDisplay
        self.contentLight = contentLight
        self.ambientViewing = ambientViewing
        self.prefixSEI = prefixSEI
        self.cleanAperture = cleanAperture
        self.pixelAspect = pixelAspect
        self.displayMatrix = displayMatrix
        self.language = language
        self.constantRate = constantRate
        self.temporalLevels = temporalLevels
    }

    /// The configuration of a source's video track that was encoded anew: times, geometry, colour and language stay.
    package init(parameterSets: ParameterSets, size: PictureSize, source: VideoTrack) {
        self.init(
            parameterSets: parameterSets,
            size: size,
            timescale: source.timeline.timescale,
            colour: source.colour,
            masteringDisplay: source.masteringDisplay,
            contentLight: source.contentLight,
            ambientViewing: source.ambientViewing,
            cleanAperture: source.cleanAperture,
            pixelAspect: source.pixelAspect,
            displayMatrix: source.displayMatrix,
            language: source.language,
            constantRate: source.timeline.hasConstantRate ? source.timeline.averageRate : nil
        )
    }
}
