import ISOMedia
package import Intake
package import Media

extension FilmVerification {
    /// Compares the sound with the source's: each packet's bytes, duration and time, and each track's format, language, priming and
    /// start. Both are read side by side, with one packet of each in memory.
    ///
    /// - Parameters:
    ///   - source: the film that the sound was copied from.
    ///   - carried: positions of its tracks in `SourceDescription.audio`, in the order of the film's.
    ///   - progress: called now and then.
    /// - Returns: findings, and the number of packets that were compared. A number of tracks that differs is found by
    ///   `checkDurations`.
    /// - Throws: `IntakeError` when the source cannot be read, or a track of it cannot be copied.
    package func checkSound(
        _ source: SourceDescription,
        carried: [Int],
        progress: () -> Void = {}
    ) throws(IntakeError) -> (findings: [String], compared: Int) {
        var findings: [String] = []
        var compared = 0
        for (track, index) in zip(film.movie.tracks.filter { $0.handler == "soun" }, carried) {
            let expected = source.audio[index]
            let reader = try AudioPacketReader(source: source, track: expected)
            var comparison = SoundComparison(
                "sound track \(index)",
                of: track,
                with: expected,
                movieTimescale: film.movie.timescale
            )
            var samples = track.samples?.makeIterator()
            while let packet = try reader.next() {
                comparison.compare(packet, with: samples?.next(), read: film.bytes(of:))
                if comparison.packetCount % 1000 == 0 { progress() }
            }
            findings += comparison.findings(isLonger: samples?.next() != nil)
            compared += comparison.packetCount
        }
        return (findings, compared)
    }
}
