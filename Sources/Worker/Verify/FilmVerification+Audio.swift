import ISOMedia
package import Intake
package import Media

extension FilmVerification {
    /// Compares the audio with the source's: the bytes, duration and time of each packet, and the format, language,
    /// priming and start of each track. Source and film are read in parallel, with one packet of each in memory. Tracks
    /// that were encoded are encoded again for the comparison.
    ///
    /// - Parameters:
    ///   - source: the film that the audio comes from.
    ///   - carried: positions of the tracks in `SourceDescription.audio`, in the order of the film.
    ///   - encoded: the carried tracks that were encoded instead of copied.
    ///   - progress: called after every 1000 packets of a track.
    /// - Returns: findings, and the number of packets that were compared. `checkDurations` finds a wrong number of
    ///   tracks.
    /// - Throws: `IntakeError` if the source cannot be read, or one of its tracks cannot be carried.
    package func checkAudio(
        _ source: SourceDescription,
        carried: [Int],
        encoded: Set<Int> = [],
        progress: () -> Void = {}
    ) throws(IntakeError) -> (findings: [String], compared: Int) {
        var findings: [String] = []
        var compared = 0
        for (track, index) in zip(film.movie.tracks.filter { $0.handler == "soun" }, carried) {
            let name = "audio track \(index)"
            var samples = AudioSamples(track)
            var comparison: AudioComparison
            if encoded.contains(index) {
                let encoding = try AudioEncoding(source: source, track: source.audio[index])
                comparison = AudioComparison(
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
                comparison = AudioComparison(name, of: track, with: expected, movieTimescale: film.movie.timescale)
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
