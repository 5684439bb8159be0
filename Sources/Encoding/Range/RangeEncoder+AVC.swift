import AVC
import HEVC
import Media

/// What is special to H.264: how its encoder is opened, and how its access units become samples.
extension RangeEncoder {
    static func openAVC(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        count: Int?,
        statisticsPath: String
    ) throws -> Opened {
        let encoder = try X264Encoder(pass, settings, count: count, statisticsPath: statisticsPath)
        let sets = try encoder.headers().withRawSpan { (span) throws(BitstreamError) in
            try ParameterSets(avcHeader: span)
        }
        let sequence = try sets.sps.withRawSpan { (span) throws(BitstreamError) in
            try AVCSequenceParameterSet(unit: span)
        }
        let faults = settings.signalFaults(in: sequence)
        guard faults.isEmpty else {
            throw wrongMetadata("describe the film in its parameter sets", faults, settings)
        }
        let grid = CutreeGrid(macroblocksOf: settings.size)
        return Opened(
            encoder: encoder,
            parameterSets: sets,
            sliceContext: nil,
            form: .x264,
            grids: encoder.usesMacroblockTree ? (grid, grid) : nil
        )
    }

    /// The sample of a coded picture, which libx264 writes as it must be stored: slices only. Throws if it has more.
    func finishAVC(_ output: EncoderOutput) throws -> FinishedUnit {
        let unit = try output.bytes.withRawSpan { (span) throws(BitstreamError) in try AVCAccessUnit(sample: span) }
        var flags: SampleFlags = []
        if unit.isIDR { flags.insert(.sync) }
        if unit.isIntra { flags.insert(.intra) }
        if unit.isDisposable { flags.insert(.disposable) }
        return FinishedUnit(bytes: output.bytes, flags: flags, temporalLevel: 0, nalUnitType: unit.unitType.rawValue)
    }
}
