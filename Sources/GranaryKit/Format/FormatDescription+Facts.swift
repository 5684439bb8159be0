import HEVC
import ISOMedia
import Media

extension FormatDescription {
    /// Luma samples in a row of the pictures.
    public var width: Int { sequence?.size.width ?? 0 }
    /// Rows of luma samples.
    public var height: Int { sequence?.size.height ?? 0 }
    /// Bits of each luma sample.
    public var bitDepth: Int { Int(sequence?.lumaBitDepth ?? 0) }
    /// Number of temporal levels that the stream declares, 1 to 7.
    public var temporalLevels: Int { Int(sequence?.subLayers ?? 1) }

    /// The sequence parameter set; never nil, because descriptions of others are not made.
    private var sequence: SequenceParameterSet? { try? sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) } }

    /// The track of a movie of this format, without its times: as the boxes of its film say, else as the parameter sets
    /// do.
    func configuration() throws -> VideoTrackConfiguration {
        if let track { return track }
        let sequence = try SliceHeader.Context(sets).sequence
        var stream = StreamColour()
        sets.sps.withRawSpan { stream.add(unit: $0) }
        return VideoTrackConfiguration(
            parameterSets: sets,
            size: sequence.size,
            timescale: 1,
            colourMetadata: stream.metadata,
            temporalLevels: sequence.subLayers > 1 ? TemporalLevels(sequence) : nil
        )
    }
}
