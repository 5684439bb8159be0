import ISOMedia

/// Iterates over the samples of an audio track packet by packet. A sample of uncompressed audio is one tick long, so
/// contiguous samples are joined to packets.
struct AudioSamples {
    private var samples: SampleTable.Iterator?
    private let isUncompressed: Bool

    /// Starts before the first sample.
    init(_ track: TrackDescription) {
        samples = track.samples?.makeIterator()
        isUncompressed = track.audio?.pcm != nil
    }

    /// The next packet, nil after the last. A packet of uncompressed audio has at most `ticks` ticks.
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
