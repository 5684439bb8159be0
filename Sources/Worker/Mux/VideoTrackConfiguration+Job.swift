import ISOMedia
import Media

extension VideoTrackConfiguration {
    /// The track that a job encodes: size and colour from the settings, times and language from the source.
    ///
    /// - Parameters:
    ///   - settings: settings of the encoder, with the light levels.
    ///   - geometry: how players must show the pictures.
    ///   - kept: the dynamic HDR metadata of the samples.
    /// - Throws: `BitstreamError` when the film has temporal levels and its parameter sets cannot be read.
    init(
        parameterSets: ParameterSets,
        settings: EncoderSettings,
        geometry: FilmGeometry,
        kept: KeptMetadata,
        source: VideoTrack
    ) throws {
        self.init(parameterSets: parameterSets, size: settings.size, source: source)
        cleanAperture = geometry.cleanAperture
        displayMatrix = geometry.displayMatrix
        hasHDR10Plus = kept.hdr10Plus
        dolbyVision = kept.dolbyVision ? source.dolbyVision(ofSize: settings.size) : nil
        try describe(settings)
    }
}

extension VideoTrack {
    /// The Dolby Vision record of a film from this track, with the level of its pictures.
    func dolbyVision(ofSize size: PictureSize) -> DolbyVision? {
        dolbyVision?.ofBaseLayer.describing(size: size, picturesPerSecond: timeline.highestRate)
    }
}
