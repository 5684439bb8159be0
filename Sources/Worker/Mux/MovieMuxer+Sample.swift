import Encoding
import HEVC
import ISOMedia
import Media
import Storage

extension MovieMuxer {
    /// Adds a sample of a silo, whose times must be whole ticks of the film's timescale.
    mutating func append(_ sample: SampleHeader, timescale: Int32) throws {
        guard let decode = sample.decodeTime.exactly(in: timescale),
            let presentation = sample.presentationTime.exactly(in: timescale),
            let duration = sample.duration.exactly(in: timescale),
            case let (offset, overflow) = presentation.value.subtractingReportingOverflow(decode.value), !overflow
        else {
            throw WorkError(
                .bug,
                attempted: "stitch the film",
                subject: "frame \(sample.frame)",
                cause: "its times are not whole ticks of 1/\(timescale) s, or are too large"
            )
        }
        try appendVideo(
            byteCount: sample.byteCount,
            decodeTick: decode.value,
            duration: duration.value,
            compositionOffset: offset,
            flags: sample.flags,
            temporalLevel: sample.temporalLevel,
            nalUnitType: sample.nalUnitType
        )
    }
}

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
        colourMetadata = settings.colourMetadata
        // Readers believe `colr` before the bitstream: it names the transfer that is meant, not the compatible one.
        if let transfer = settings.preferredTransfer { self.colour.transfer = transfer }
        prefixSEI = StaticMetadata(settings).units
        pixelAspect = settings.pixelAspect
        if settings.temporalLevels > 1 {
            temporalLevels = TemporalLevels(
                try parameterSets.sps.withRawSpan { span in try SequenceParameterSet(unit: span) }
            )
        }
    }
}
