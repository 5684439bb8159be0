import ISOMedia
import Intake
import Media

/// Compares one audio track of a film with the source's track, packet by packet.
///
/// It stores only the number of packets that differ and a sentence about the first of them.
struct AudioComparison {
    private let name: String
    private let track: TrackDescription
    /// The source's track, or the track that was encoded from it, which is complete after the last packet.
    var expected: AudioTrack
    private let movieTimescale: UInt32?
    private let timescale: Int32?
    /// Ticks of the source's packets so far: the time at which the next one must begin.
    private var tick: Int64 = 0
    private var differing = 0
    private var first: String?

    /// Number of the source's packets so far.
    private(set) var packetCount = 0

    /// Creates the comparison of two tracks.
    ///
    /// - Parameters:
    ///   - name: the track's name in findings.
    ///   - track: the film's track.
    ///   - expected: the source's track.
    ///   - movieTimescale: ticks per second of the film's edit lists.
    init(_ name: String, of track: TrackDescription, with expected: AudioTrack, movieTimescale: UInt32?) {
        self.name = name
        self.track = track
        self.expected = expected
        self.movieTimescale = movieTimescale
        timescale = track.media.flatMap { Int32(exactly: $0.timescale) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Compares the source's next packet with the film's sample, which is nil when the film has no more.
    ///
    /// - Parameter read: reads the bytes of a sample of the film; called only for a sample of the right size.
    mutating func compare(
        _ packet: AudioPacket,
        with sample: SampleTable.Sample?,
        read: (SampleTable.Sample) throws(MovieError) -> [UInt8]
    ) {
        if let difference = difference(packet, sample, read) {
            differing += 1
            first = first ?? "packet \(packetCount) at \(seconds(tick)) s of the source's audio \(difference)"
        }
        packetCount += 1
        tick += packet.duration
    }

    /// The findings, those about packets first; `isLonger` if the film has packets after the source's last.
    func findings(isLonger: Bool) -> [String] {
        var findings: [String] = []
        if let first {
            let more = differing > 1 ? "; it is the first of \(differing) that differ" : ""
            findings.append("\(name): \(first)\(more)")
        }
        if isLonger { findings.append("\(name): the film has packets after the source's last") }
        return findings + describedOtherwise + presentedOtherwise
    }

    /// The difference between a packet of the source and the film's sample; nil if there is none.
    private func difference(
        _ packet: AudioPacket,
        _ sample: SampleTable.Sample?,
        _ read: (SampleTable.Sample) throws(MovieError) -> [UInt8]
    ) -> String? {
        guard let sample else { return "is not in the film" }
        guard Int(sample.byteCount) == packet.bytes.count else {
            return "has \(packet.bytes.count) bytes, \(sample.byteCount) in the film"
        }
        do {
            guard try read(sample) == packet.bytes else { return "has other bytes in the film" }
        } catch {
            return "cannot be read from the film: \(error.cause)"
        }
        guard let timescale, MediaTime(value: Int64(sample.duration), timescale: timescale) == time(packet.duration)
        else { return "has another duration in the film" }
        guard MediaTime(value: sample.decodeTick, timescale: timescale) == time(tick) else {
            return "has another time in the film"
        }
        return nil
    }

    /// Findings about format, language and roles.
    private var describedOtherwise: [String] {
        var findings: [String] = []
        if track.audio?.configuration != expected.configuration || track.audio?.pcm != expected.pcmFormat {
            findings.append("\(name): the film describes its \(expected.codec) differently from the source")
        }
        // A language that MP4 cannot express is undetermined in the film.
        let language = PackedLanguage.unpack(PackedLanguage.pack(expected.language))
        if let found = track.media?.language, found != language {
            findings.append("\(name): its language is \(found), \(language) in the source")
        }
        if track.roles != expected.roles ?? [] { findings.append("\(name): its roles differ from the source's") }
        return findings
    }

    /// Findings about the edit list: it must skip the same priming and start the rest at the same time, within one tick
    /// of the movie's clock. `FilmVerification.checkDurations` checks the duration.
    private var presentedOtherwise: [String] {
        guard let timescale else { return ["\(name): it has no valid timescale"] }
        if let stretches = expected.stretches { return presentedOtherwise(than: stretches, timescale: timescale) }
        var findings: [String] = []
        let scale = Double(max(movieTimescale ?? 1, 1))
        let delay = track.edits.prefix { $0.isEmpty }.reduce(0) { $0 + Double($1.duration) } / scale
        let start = expected.presentationStart.seconds
        if (delay - start).magnitude * scale > 1.001 {
            findings.append("\(name): it begins at \(delay) s, at \(start) s in the source")
        }
        let shown = track.edits.drop { $0.isEmpty }
        let from = shown.first?.mediaTime ?? 0
        if MediaTime(value: from, timescale: timescale) != time(expected.presentedFrom) {
            findings.append(
                "\(name): its edit list skips \(from) ticks of 1/\(timescale) s, the source's skips "
                    + "\(expected.presentedFrom) of 1/\(expected.timescale) s"
            )
        }
        if shown.count > 1 { findings.append("\(name): its edit list has several edits") }
        return findings
    }

    /// Findings about an edit list that must present these stretches: each from its start in the media, at its time and
    /// for its duration, within one tick of the movie's clock.
    private func presentedOtherwise(than stretches: [AudioStretch], timescale: Int32) -> [String] {
        let scale = Double(max(movieTimescale ?? 1, 1))
        var findings: [String] = []
        var ticks: UInt64 = 0
        var shown: [(seconds: Double, edit: EditListBox.Edit)] = []
        for edit in track.edits {
            if !edit.isEmpty { shown.append((Double(ticks) / scale, edit)) }
            ticks = ticks.addingReportingOverflow(edit.duration).partialValue
        }
        guard shown.count == stretches.count else {
            return [
                "\(name): its edit list presents \(counted(shown.count, "stretch", plural: "stretches")), not "
                    + "\(stretches.count)"
            ]
        }
        let lengths = expected.playedSeconds
        for (number, (found, stretch)) in zip(shown, stretches).enumerated() {
            let start = stretch.start.seconds
            if (found.seconds - start).magnitude * scale > 1.001 {
                findings.append("\(name): stretch \(number) begins at \(found.seconds) s, at \(start) s in the source")
            }
            if MediaTime(value: found.edit.mediaTime, timescale: timescale) != time(stretch.from) {
                findings.append(
                    "\(name): stretch \(number) begins with tick \(found.edit.mediaTime) of 1/\(timescale) s, in the "
                        + "source with \(stretch.from) of 1/\(expected.timescale) s"
                )
            }
            let length = Double(found.edit.duration) / scale
            let wanted = lengths[number]
            if (length - wanted).magnitude * scale > 1.001 {
                findings.append("\(name): stretch \(number) lasts \(length) s, \(wanted) s in the source")
            }
        }
        return findings
    }

    /// A finding if the presented duration differs by more than one tick of the movie's clock for each edit.
    var presentedAtOtherLength: [String] {
        let seconds = expected.playedSeconds.reduce(0, +)
        let presented = FilmUnderTest.presentedSeconds(track, movieTimescale: movieTimescale)
        let tick = 1 / Double(max(movieTimescale ?? 1, 1))
        guard (presented - seconds).magnitude > tick * 1.001 * Double(expected.presentation.count) else { return [] }
        return ["\(name) lasts \(presented) s, \(seconds) s when encoded"]
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: max(expected.timescale, 1)) }

    private func seconds(_ tick: Int64) -> Double {
        let seconds = time(tick - expected.presentedFrom).seconds + expected.presentationStart.seconds
        return (seconds * 1000).rounded() / 1000
    }
}
