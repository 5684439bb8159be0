import Foundation
import ISOMedia
import Media

/// Takes the packets of an audio track for a film that is written. The counterpart of an AVAssetWriterInput with audio
/// and without settings.
///
/// It keeps them in a temporary file until its writer writes the film. Belongs to the thread of its writer.
public final class AudioInput {
    /// The track of the source.
    public let track: MovieReader.AudioDescription
    /// How much was appended, in the track's own media.
    public var appendedDuration: MediaTime { MediaTime(value: tick, timescale: track.timescale) }

    /// The track as the film describes it.
    let settled: AudioTrack
    private let film: URL
    private var spool: PacketSpool?
    private var tick: Int64 = 0

    /// Creates an input for a film. Throws `unsupportedTrack` if its format cannot carry the track.
    init(_ track: MovieReader.AudioDescription, startTime: MediaTime?, of film: URL) throws {
        self.track = track
        self.film = film
        var settled = track.wrapped
        if let startTime {
            let shift = startTime - track.timeRange.start
            settled.present(
                settled.presentation.map { stretch in
                    AudioStretch(
                        from: stretch.from,
                        duration: stretch.duration,
                        start: stretch.start + shift.wrapped
                    )
                }
            )
        }
        self.settled = settled
        if let obstacle = settled.obstacle(in: MovieContainer(fileName: film.path)) {
            throw Self.refusal(.unsupportedTrack, film, track.index, obstacle)
        }
        let path = FileManager.default.temporaryDirectory.appending(path: "granary-\(UUID().uuidString).packets").path
        spool = try translating { try PacketSpool(creating: path) }
        // Nothing is left over, however the process ends: the spool has the file open.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Adds the next packet of the track.
    ///
    /// - Throws: `wrongSample` for a packet of another track, for one that does not begin where the previous one ended,
    ///   and for one without bytes or duration; `misuse` after the film was finished or cancelled; `diskFull` or
    ///   `system`.
    public func append(_ packet: AudioPacket) throws {
        guard let spool else { throw refusal(.misuse, "the film is finished or cancelled") }
        guard packet.track == track.index, packet.duration.timescale == track.timescale else {
            throw refusal(.wrongSample, "the packet is of another track, \(packet.track)")
        }
        guard packet.mediaTime == appendedDuration else {
            throw refusal(
                .wrongSample,
                "the packet begins at \(packet.mediaTime), but the one at \(appendedDuration) is next"
            )
        }
        let duration = packet.duration.value
        let (end, overflow) = tick.addingReportingOverflow(duration)
        guard !packet.bytes.isEmpty, duration > 0, !overflow else {
            throw refusal(.wrongSample, "the packet has \(packet.bytes.count) bytes and lasts \(packet.duration)")
        }
        try translating { try spool.append(packet.bytes, duration: duration) }
        tick = end
    }

    /// The packets for the film.
    func content() throws -> TrackContent {
        guard let spool else { throw refusal(.misuse, "the film is finished or cancelled") }
        return try spool.content()
    }

    /// Releases the temporary file.
    func close() { spool = nil }

    private func refusal(_ code: GranaryError.Code, _ cause: String) -> GranaryError {
        Self.refusal(code, film, track.index, cause)
    }

    private static func refusal(_ code: GranaryError.Code, _ film: URL, _ index: Int, _ cause: String) -> GranaryError {
        GranaryError(
            code,
            attempted: "add audio to a film",
            subject: "\(film.path), track \(index) of its source",
            cause: cause
        )
    }
}
