import ISOMedia

/// Walks the samples of a sound track by the packet: those of uncompressed sound are one instant each, and are taken
/// together as far as they lie side by side.
struct SoundSamples {
    private var samples: SampleTable.Iterator?
    private let isUncompressed: Bool

    /// Starts before the first sample.
    init(_ track: TrackDescription) {
        samples = track.samples?.makeIterator()
        isUncompressed = track.audio?.pcm != nil
    }

    /// The next packet, of so many ticks where it is uncompressed; nil after the last.
    mutating func next(lasting ticks: Int64) -> SampleTable.Sample? {
        guard var packet = samples?.next() else { return nil }
        guard isUncompressed else { return packet }
        while Int64(packet.duration) < ticks, let sample = samples?.next() {
            guard sample.offset == packet.offset &+ UInt64(packet.byteCount),
                case let (byteCount, overflow) = packet.byteCount.addingReportingOverflow(sample.byteCount), !overflow,
                case let (duration, isTooLong) = packet.duration.addingReportingOverflow(sample.duration), !isTooLong
            else { return packet }
            (packet.byteCount, packet.duration) = (byteCount, duration)
        }
        return packet
    }
}
