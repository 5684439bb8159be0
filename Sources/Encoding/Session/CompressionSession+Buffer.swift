import HEVC
import Media

/// What the stream says of the decoder's buffer, where the settings ask for it.
extension CompressionSession {
    /// The parameter sets with the film's limits in the VUI; as they are where nothing of it is to be said.
    func declaringBuffer(_ sets: ParameterSets) throws -> ParameterSets {
        guard settings.declaresBuffer, let limits = settings.buffer else { return sets }
        return try sets.declaring(HypotheticalDecoder(limits, subLayers: try sets.subLayers().count))
    }

    /// Has a picture preceded by its timing, and an IDR picture by what holds the places of messages that only the
    /// stitched film knows (`BufferSchedule`).
    ///
    /// - Parameters:
    ///   - order: place of the picture in the decode order of the range.
    ///   - poc: its place in presentation order.
    func describeBuffer(in bytes: inout [UInt8], order: Int, poc: Int, of running: RunningPass) throws {
        guard settings.declaresBuffer, let sets = parameterSets else { return }
        guard let schedule = try BufferSchedule(sets, timescale: 1) else {
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
            running.periodStart = order
            bytes = schedule.placeholder + bytes
            return
        }
        let timing = PictureTiming(
            removalDelay: order - running.periodStart,
            outputDelay: poc - order + schedule.reorderedPictures
        )
        let unit = SupplementalMessage.unit([timing.message(schedule.decoder)], temporalID: slice.temporalID)
        var framed: [UInt8] = []
        unit.withRawSpan { NALUnitFraming.appendUnit($0, to: &framed) }
        bytes = framed + bytes
    }
}
