import HEVC
import Media

/// What is special to HEVC: how its encoder is opened, and how its access units become samples.
extension RangeEncoder {
    static func openHEVC(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        count: Int?,
        statisticsPath: String
    ) throws -> Opened {
        let encoder = try X265Encoder(
            try parameters(pass, settings, count: count, statisticsPath: statisticsPath),
            size: settings.size,
            format: settings.format
        )
        let header = try encoder.headers()
        // Safe: the array's bytes are initialised and lent for the call.
        let written = unsafe try ParameterSets(header: header.span.bytes)
        let sets =
            try pass.role == .analysis ? written : declaringBuffer(declaringColour(written, settings), settings)
        let context = try SliceHeader.Context(sets)
        if pass.role != .analysis { try proveSignal(context.sequence, settings) }
        return Opened(
            encoder: encoder,
            parameterSets: sets,
            sliceContext: context,
            form: .x265,
            grids: encoder.resolved.usesCutree ? cutreeGrids(of: encoder, settings) : nil
        )
    }

    /// The sample of a coded picture: without parameter sets, on its temporal level, with the messages about the film
    /// and the buffer.
    ///
    /// - Parameter order: position of the picture in the decode order of the range.
    func finish(_ output: EncoderOutput, order: Int, _ context: SliceHeader.Context) throws -> FinishedUnit {
        // Safe: the array's bytes are initialised and lent for the calls.
        var bytes = unsafe try NALUnitFraming.strippingParameterSets(fromSample: output.bytes.span.bytes)
        if let planned = structure?.picture(at: output.place) { try place(&bytes, of: output, as: planned) }
        try describeBuffer(in: &bytes, order: order, poc: output.place)
        try describeFilm(in: &bytes, of: output)
        let unit = unsafe try AccessUnit(sample: bytes.span.bytes, context: context)
        return FinishedUnit(
            bytes: bytes,
            flags: flags(of: unit),
            temporalLevel: unit.temporalID,
            nalUnitType: unit.nalUnitType.rawValue
        )
    }

    /// The guarantees for readers. A picture to which its own level does not refer is disposable only on the highest
    /// level: pictures of higher levels may refer to it.
    private func flags(of unit: AccessUnit) -> SampleFlags {
        var flags: SampleFlags = []
        if unit.isIDR { flags.insert(.sync) }
        if unit.isIntra == true { flags.insert(.intra) }
        let isOnHighestLevel = Int(unit.temporalID) == settings.temporalLevels - 1
        if unit.isSubLayerNonReference, isOnHighestLevel { flags.insert(.disposable) }
        return flags
    }

    /// Sets the level of a picture in the pyramid. The encoder's own level was checked: the pyramid depends on it.
    private func place(_ bytes: inout [UInt8], of output: EncoderOutput, as planned: PlannedPicture) throws {
        // Safe: the array's bytes are initialised and lent for the call.
        let coded = unsafe try AccessUnit(sample: bytes.span.bytes)
        guard Int(coded.temporalID) == planned.codedLevel, coded.isIDR == (planned.kind == .idr) else {
            throw EncodingError(
                .brokenHierarchy,
                attempted: "put frame \(firstFrame + output.place) on temporal level \(planned.level)",
                subject: "\(settings.temporalLevels) temporal levels, \(X265Library.buildName)",
                cause:
                    "libx265 made it a picture of type \(coded.nalUnitType.rawValue) on level \(coded.temporalID), "
                    + "but level \(planned.codedLevel) was requested"
            )
        }
        try NALUnitFraming.setTemporalID(UInt8(planned.level), ofSample: &bytes)
    }

    /// The grid of the cutree records that an encoder writes, and that of the records that the final preset reads.
    private static func cutreeGrids(
        of encoder: X265Encoder,
        _ settings: EncoderSettings
    ) -> (written: CutreeGrid, kept: CutreeGrid) {
        func grid(_ minimumBlock: Int) -> CutreeGrid {
            CutreeGrid(
                settings.size,
                minimumBlock: minimumBlock,
                quantizationGroupSize: encoder.resolved.quantizationGroupSize
            )
        }
        return (grid(encoder.resolved.minimumBlock), grid(X265Options.minimumBlock(settings)))
    }

    private static func parameters(
        _ pass: EncodingPass,
        _ settings: EncoderSettings,
        count: Int?,
        statisticsPath: String
    ) throws(EncodingError) -> X265Parameters {
        let depth = settings.format.bitDepth
        var final = try X265Parameters(depth: depth, speed: settings.speed, tune: settings.tune)
        let levels = X265Options.levels(settings, mostLevels: X265Library.maximumTemporalLevels)
        for option in X265Options.common(settings) + levels { try final.set(option) }
        final.widenLookahead(toAtLeast: X265Options.lookahead(settings))
        final.describeInput(size: settings.size, rate: settings.frameRate, frames: count ?? 0)
        guard pass.role == .analysis else {
            for option in X265Options.pass(pass, settings, statisticsPath: statisticsPath) {
                try final.set(option)
            }
            return final
        }
        var cheap = try X265Parameters(depth: depth, speed: "ultrafast", tune: "none")
        for option in X265Options.common(settings, withUserOptions: false) + levels { try cheap.set(option) }
        cheap.describeInput(size: settings.size, rate: settings.frameRate, frames: count ?? 0)
        cheap.copyLookahead(from: final)
        cheap.code(settings.analysisDetail(at: pass.rate, measuringDistortion: pass.measuresDistortion), for: final)
        for option in X265Options.pass(pass, settings, statisticsPath: statisticsPath) { try cheap.set(option) }
        if pass.usesWideVectors { try cheap.useWideVectors() }
        return cheap
    }
}
