import ISOMedia
import Media

extension VideoTrackConfiguration {
    /// The track that a job encodes: size and colour from the settings, times and language from the source.
    ///
    /// - Parameters:
    ///   - settings: settings of the encoder, with the light levels.
    ///   - geometry: how players must show the pictures.
    /// - Throws: `BitstreamError` when the film has temporal levels and its parameter sets cannot be read.
    init(
        parameterSets: ParameterSets,
        settings: EncoderSettings,
        geometry: FilmGeometry,
        source: VideoTrack
    ) throws {
        self.init(parameterSets: parameterSets, size: settings.size, source: source)
        cleanAperture = geometry.cleanAperture
        displayMatrix = geometry.displayMatrix
        try describe(settings)
    }
}
