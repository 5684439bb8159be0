import HEVC
import Media

/// The stream's metadata about the film: the encoder writes it and checks it in every access unit.
extension RangeEncoder {
    /// Inserts the SEI messages about the film before an IDR picture. Checks that its access unit then has exactly
    /// these messages, and that every other access unit has none.
    func describeFilm(in bytes: inout [UInt8], of output: EncoderOutput) throws {
        // Safe: the array's bytes are initialised and lent for the call.
        let isIDR = unsafe try NALUnitFraming.firstSlice(ofSample: bytes.span.bytes).type.isIDR
        let said = isIDR ? metadata : StaticMetadata()
        let units = said.units
        // Safe: as above.
        if !units.isEmpty { bytes = unsafe try NALUnitFraming.inserting(units, intoSample: bytes.span.bytes) }
        // Safe: as above.
        let faults = unsafe said.faults(inSample: bytes.span.bytes)
        guard faults.isEmpty else {
            throw Self.wrongMetadata("describe the film in frame \(firstFrame + output.place)", faults, settings)
        }
    }

    /// Inserts the dynamic HDR metadata of a picture, if the film has any.
    func describePicture(in bytes: inout [UInt8], frame: Int) throws {
        guard let metadata = try dynamicMetadata?(frame), !metadata.isEmpty else { return }
        // Safe: the array's bytes are initialised and lent for the call.
        bytes = unsafe try metadata.inserted(intoSample: bytes.span.bytes)
    }

    /// The parameter sets with the colours of the settings, if libx265 has no name for one of them and wrote another
    /// code in its place; otherwise unchanged.
    static func declaringColour(_ sets: ParameterSets, _ settings: EncoderSettings) throws -> ParameterSets {
        var held = settings
        held.colour = X265Options.writable(settings.colour)
        guard held.colour != settings.colour else { return sets }
        // Checked before it is replaced: an option of the user with another value must not be lost silently.
        let written = try sets.sps.withRawSpan { try SequenceParameterSet(unit: $0) }
        let faults = held.signalFaults(in: written)
        guard faults.isEmpty else { throw wrongMetadata("describe the film in its parameter sets", faults, settings) }
        return try sets.declaring(settings.colour)
    }

    /// Checks that the VUI matches the settings: libx265 silently writes other values for some settings.
    static func proveSignal(_ sequence: SequenceParameterSet, _ settings: EncoderSettings) throws(EncodingError) {
        let faults = settings.signalFaults(in: sequence)
        guard faults.isEmpty else { throw wrongMetadata("describe the film in its parameter sets", faults, settings) }
    }

    static func wrongMetadata(
        _ attempted: String,
        _ faults: [String],
        _ settings: EncoderSettings
    ) -> EncodingError {
        EncodingError(
            .wrongMetadata,
            attempted: attempted,
            subject: "\(settings.size), \(EncoderLibraries.buildName(for: settings.codec))",
            cause: faults.joined(separator: "; "),
            remedy: settings.options.isEmpty
                ? "" : "remove from video.options the options that change the stream's metadata"
        )
    }
}
