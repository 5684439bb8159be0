import HEVC
import Media
import Storage

/// Writes the buffer messages of a stitched film into the placeholders that the encoders of the ranges left.
struct TimedSample {
    private var schedule: BufferSchedule

    /// The schedule of a film; nil when its parameter sets declare no buffer.
    init?(_ sets: ParameterSets, timescale: Int32) throws {
        guard let schedule = try BufferSchedule(sets, timescale: timescale) else { return nil }
        self.schedule = schedule
    }

    /// The messages for the next sample in decode order; nil if the sample keeps its own.
    mutating func messages(_ header: SampleHeader, timescale: Int32) throws -> [UInt8]? {
        guard let tick = header.decodeTime.exactly(in: timescale)?.value else {
            throw flaw(header, "its decode time is not a whole tick of 1/\(timescale) s")
        }
        return schedule.take(
            BufferSchedule.Unit(
                byteCount: header.byteCount,
                tick: tick,
                isIDR: header.flags.contains(.sync),
                isNeeded: header.temporalLevel == 0 && !NALUnitType(rawValue: header.nalUnitType).isSubLayerNonReference
            )
        )
    }

    /// Number of bytes by which these messages enlarge a sample.
    func growth(_ messages: [UInt8]) -> Int { messages.count - schedule.placeholder.count }

    /// A sample with the messages in place of its placeholder.
    func placing(_ messages: [UInt8], in sample: RawSpan, of header: SampleHeader) throws -> [UInt8] {
        let placeholder = schedule.placeholder
        guard sample.byteCount >= placeholder.count,
            sample.extracting(first: placeholder.count).copied() == placeholder
        else { throw flaw(header, "it has no placeholder for the buffer messages") }
        return messages + sample.extracting(droppingFirst: placeholder.count).copied()
    }

    private func flaw(_ header: SampleHeader, _ cause: String) -> WorkError {
        WorkError(.bug, attempted: "write the buffer messages", subject: "frame \(header.frame)", cause: cause)
    }
}
