import Intake
import Media

/// The packets of an audio track of a film, in order, each as it is. The counterpart of an AVAssetReaderTrackOutput
/// without settings.
///
/// It reads the file independently of its `MovieReader` and of other tracks. Not for use from several threads.
public final class AudioPackets {
    /// The track.
    public let track: MovieReader.AudioDescription

    private let reader: AudioPacketReader
    private var tick: Int64 = 0

    init(_ track: MovieReader.AudioDescription, of source: SourceDescription) throws {
        self.track = track
        reader = try translating { try AudioPacketReader(source: source, track: track.wrapped) }
    }

    /// The next packet; nil after the last one.
    ///
    /// - Throws: `damaged`, `mismatch` if the file changed since it was opened, or `system`.
    public func next() throws -> AudioPacket? {
        guard let packet = try translating({ try reader.next() }) else { return nil }
        let begin = tick
        let (end, overflow) = begin.addingReportingOverflow(packet.duration)
        guard !overflow else {
            throw GranaryError(
                .damaged,
                attempted: "read an audio track",
                subject: "track \(track.index)",
                cause: "its packets last too long"
            )
        }
        tick = end
        let timescale = track.wrapped.timescale
        return AudioPacket(
            track: track.index,
            mediaTime: MediaTime(value: begin, timescale: timescale),
            presentationTime: MediaTime(track.wrapped.presentationTime(of: begin)),
            duration: MediaTime(value: packet.duration, timescale: timescale),
            bytes: packet.bytes
        )
    }
}
