import ISOMedia
package import Intake
package import Media

extension FilmVerification {
    /// Compares the sound with the source's: each packet's bytes, duration and time, and each track's format, language,
    /// priming and start. Both are read side by side, with one packet of each in memory. What was not copied is encoded
    /// once more.
    ///
    /// - Parameters:
    ///   - source: the film that the sound was copied from.
    ///   - carried: positions of its tracks in `SourceDescription.audio`, in the order of the film's.
    ///   - encoded: those of them that were not copied.
    ///   - progress: called now and then.
    /// - Returns: findings, and the number of packets that were compared. A number of tracks that differs is found by
    ///   `checkDurations`.
    /// - Throws: `IntakeError` when the source cannot be read, or a track of it cannot be carried.
    package func checkSound(
        _ source: SourceDescription,
        carried: [Int],
        encoded: Set<Int> = [],
        progress: () -> Void = {}
    ) throws(IntakeError) -> (findings: [String], compared: Int) {
        var findings: [String] = []
        var compared = 0
        for (track, index) in zip(film.movie.tracks.filter { $0.handler == "soun" }, carried) {
            let name = "sound track \(index)"
            var samples = SoundSamples(track)
            var comparison: SoundComparison
            if encoded.contains(index) {
                let encoding = try SoundEncoding(source: source, track: source.audio[index])
                comparison = SoundComparison(
                    name,
                    of: track,
                    with: encoding.encoded,
                    movieTimescale: film.movie.timescale
                )
                while let packet = try encoding.next() {
                    comparison.compare(packet, with: samples.next(lasting: packet.duration), read: film.bytes(of:))
                    if comparison.packetCount % 1000 == 0 { progress() }
                }
                comparison.expected = encoding.encoded
                findings += comparison.presentedAtOtherLength
            } else {
                let expected = source.audio[index]
                comparison = SoundComparison(name, of: track, with: expected, movieTimescale: film.movie.timescale)
                let reader = try AudioPacketReader(source: source, track: expected)
                while let packet = try reader.next() {
                    comparison.compare(packet, with: samples.next(lasting: packet.duration), read: film.bytes(of:))
                    if comparison.packetCount % 1000 == 0 { progress() }
                }
            }
            findings += comparison.findings(isLonger: samples.next(lasting: 1) != nil)
            compared += comparison.packetCount
        }
        return (findings, compared)
    }
}
