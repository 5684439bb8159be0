import HEVC
import Media

/// What the stream says of the film: written by the session, and proved of every access unit.
extension CompressionSession {
    /// Has an IDR picture preceded by what SEI says of the film, and proves that its access unit then says that and no
    /// more, and every other one nothing.
    func describeFilm(in bytes: inout [UInt8], of output: X265Encoder.Output) throws {
        // Safe: the array's bytes are initialised and lent for the call.
        let isIDR = unsafe try NALUnitFraming.firstSlice(ofSample: bytes.span.bytes).type.isIDR
        let said = isIDR ? metadata : StaticMetadata()
        let units = said.units
        // Safe: as above.
        if !units.isEmpty { bytes = unsafe try NALUnitFraming.inserting(units, intoSample: bytes.span.bytes) }
        // Safe: as above.
        let faults = unsafe said.faults(inSample: bytes.span.bytes)
        guard faults.isEmpty else {
            throw wrongMetadata("describe the film in frame \(frames.lowerBound + output.poc)", faults)
        }
    }

    /// The parameter sets with the colours of the settings where libx265 knows no name for one of them and wrote
    /// another in its place; as they are otherwise.
    func declaringColour(_ sets: ParameterSets) throws -> ParameterSets {
        var held = settings
        held.colour = X265Options.writable(settings.colour)
        guard held.colour != settings.colour else { return sets }
        // Proved before it is replaced: an option of the user that says otherwise is not to be lost in silence.
        let written = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let faults = held.signalFaults(in: written)
        guard faults.isEmpty else { throw wrongMetadata("describe the film in its parameter sets", faults) }
        return try sets.declaring(settings.colour)
    }

    /// Proves that the VUI says what the settings say: libx265 takes some values without a word and writes others.
    func proveSignal(_ sequence: SequenceParameterSet) throws(EncodingError) {
        let faults = settings.signalFaults(in: sequence)
        guard faults.isEmpty else { throw wrongMetadata("describe the film in its parameter sets", faults) }
    }

    private func wrongMetadata(_ attempted: String, _ faults: [String]) -> EncodingError {
        EncodingError(
            .wrongMetadata,
            attempted: attempted,
            subject: "\(settings.size), \(X265Library.buildName)",
            cause: faults.joined(separator: "; "),
            remedy: settings.options.isEmpty
                ? "" : "remove from video.options the options that change the stream's metadata"
        )
    }
}
