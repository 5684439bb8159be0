import HEVC
import Media

/// The stream's metadata about the decoder's buffer, if the settings request it.
extension RangeEncoder {
    /// The parameter sets with the limits of the film in the VUI; unchanged if no limits are to be declared.
    static func declaringBuffer(_ sets: ParameterSets, _ settings: EncoderSettings) throws -> ParameterSets {
        guard settings.declaresBuffer, let limits = settings.buffer else { return sets }
        return try sets.declaring(HypotheticalDecoder(limits, subLayers: try sets.subLayers().count))
    }

    /// Inserts the timing of a picture before it. Before an IDR picture also inserts placeholders for messages whose
    /// content is known only for the stitched film (`BufferSchedule`).
    ///
    /// - Parameters:
    ///   - order: position of the picture in the decode order of the range.
    ///   - poc: its position in presentation order.
    func describeBuffer(in bytes: inout [UInt8], order: Int, poc: Int) throws {
        guard settings.declaresBuffer else { return }
        guard let schedule = try BufferSchedule(parameterSets, timescale: 1) else {
            throw EncodingError(
                .wrongMetadata,
                attempted: "compute when pictures leave the decoder buffer",
                subject: "frames \(frames)",
                cause: "the parameter sets declare no buffer"
            )
        }
        // Safe: the array's bytes are initialised and lent for the calls.
        let slice = unsafe try NALUnitFraming.firstSlice(ofSample: bytes.span.bytes)
        if slice.type.isIDR {
            periodStart = order
            bytes = schedule.placeholder + bytes
            return
        }
        let timing = PictureTiming(
            removalDelay: order - periodStart,
            outputDelay: poc - order + schedule.reorderedPictures
        )
        let unit = SupplementalMessage.unit([timing.message(schedule.decoder)], temporalID: slice.temporalID)
        var framed: [UInt8] = []
        unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &framed) }
        bytes = framed + bytes
    }
}
