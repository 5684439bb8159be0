import HEVC
import Media
import Storage

/// Puts the messages of a stitched film's buffer into the places that encoders of ranges held for them.
struct TimedSample {
    private var schedule: BufferSchedule

    /// The schedule of a film; nil when its parameter sets declare no buffer.
    init?(_ sets: ParameterSets, timescale: Int32) throws {
        guard let schedule = try BufferSchedule(sets, timescale: timescale) else { return nil }
        self.schedule = schedule
    }

    /// The messages for the next sample in decode order; nil where its own stay.
    mutating func messages(_ header: SampleHeader, timescale: Int32) throws -> [UInt8]? {
        guard let tick = header.decodeTime.exactly(in: timescale)?.value else {
            throw flaw(header, "its decode time is no whole tick of 1/\(timescale) s")
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

    /// By how many bytes a sample grows with these messages.
    func growth(_ messages: [UInt8]) -> Int { messages.count - schedule.placeholder.count }

    /// A sample with the messages in their places.
    func placing(_ messages: [UInt8], in sample: RawSpan, of header: SampleHeader) throws -> [UInt8] {
        let placeholder = schedule.placeholder
        guard sample.byteCount >= placeholder.count,
            sample.extracting(first: placeholder.count).copied() == placeholder
        else { throw flaw(header, "it holds no places for what is said of the buffer") }
        return messages + sample.extracting(droppingFirst: placeholder.count).copied()
    }

    private func flaw(_ header: SampleHeader, _ cause: String) -> WorkError {
        WorkError(.bug, attempted: "say when pictures leave the buffer", subject: "frame \(header.frame)", cause: cause)
    }
}
