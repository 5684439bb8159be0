import HEVC
package import Media

extension VideoTrackConfiguration {
    /// Takes colour, light, pixel aspect and temporal levels from the settings with which the samples were encoded.
    ///
    /// - Throws: `BitstreamError` when the film has temporal levels and its parameter sets cannot be read.
    package mutating func describe(_ settings: EncoderSettings) throws {
        colourMetadata = settings.colourMetadata
        // Readers believe `colr` before the bitstream: it names the transfer that is meant, not the compatible one.
        if let transfer = settings.preferredTransfer { self.colour.transfer = transfer }
        prefixSEI = StaticMetadata(settings.colourMetadata).units
        pixelAspect = settings.pixelAspect
        if settings.temporalLevels > 1 {
            temporalLevels = TemporalLevels(
                try parameterSets.sps.withRawSpan { span in try SequenceParameterSet(unit: span) }
            )
        }
    }
}
