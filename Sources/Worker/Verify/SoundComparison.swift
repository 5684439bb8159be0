import ISOMedia
import Intake
import Media

/// Compares one sound track of a film with the track of the source that it was copied from, packet by packet.
///
/// Nothing is held but the count of what differs and a sentence about the first packet that does.
struct SoundComparison {
    private let name: String
    private let track: TrackDescription
    /// The source's track, or what was encoded of it: all of it is known after the last packet.
    var expected: AudioTrack
    private let movieTimescale: UInt32?
    private let timescale: Int32?
    /// Ticks of the source's packets so far: when the next one has to begin.
    private var tick: Int64 = 0
    private var differing = 0
    private var first: String?

    /// Number of the source's packets so far.
    private(set) var packetCount = 0

    /// Prepares to compare.
    ///
    /// - Parameters:
    ///   - name: what findings call the track.
    ///   - track: the film's.
    ///   - expected: the source's.
    ///   - movieTimescale: ticks per second of the film's edit lists.
    init(_ name: String, of track: TrackDescription, with expected: AudioTrack, movieTimescale: UInt32?) {
        self.name = name
        self.track = track
        self.expected = expected
        self.movieTimescale = movieTimescale
        timescale = track.media.flatMap { Int32(exactly: $0.timescale) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Compares the source's next packet with the film's, which is nil when the film has no more.
    ///
    /// - Parameter read: reads the bytes of a sample of the film; is asked only for one of the right size.
    mutating func compare(
        _ packet: AudioPacket,
        with sample: SampleTable.Sample?,
        read: (SampleTable.Sample) throws(MovieError) -> [UInt8]
    ) {
        if let difference = difference(packet, sample, read) {
            differing += 1
            first = first ?? "packet \(packetCount) at \(seconds(tick)) s of the source's sound \(difference)"
        }
        packetCount += 1
        tick += packet.duration
    }

    /// What is wrong, the packets first; `isLonger` when the film has packets after the source's last.
    func findings(isLonger: Bool) -> [String] {
        var findings: [String] = []
        if let first {
            let more = differing > 1 ? "; it is the first of \(differing) that differ" : ""
            findings.append("\(name): \(first)\(more)")
        }
        if isLonger { findings.append("\(name): the film has packets after the source's last") }
        return findings + describedOtherwise + presentedOtherwise
    }

    /// Why a packet of the film is not the source's; nil when it is.
    private func difference(
        _ packet: AudioPacket,
        _ sample: SampleTable.Sample?,
        _ read: (SampleTable.Sample) throws(MovieError) -> [UInt8]
    ) -> String? {
        guard let sample else { return "is not in the film" }
        guard Int(sample.byteCount) == packet.bytes.count else {
            return "has \(packet.bytes.count) bytes, in the film \(sample.byteCount)"
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

    /// Whether format and language say what they said in the source.
    private var describedOtherwise: [String] {
        var findings: [String] = []
        if track.audio?.configuration != expected.configuration || track.audio?.pcm != expected.pcmFormat {
            findings.append("\(name): the film describes its \(expected.codec) in other words than the source")
        }
        // A language that MP4 cannot say is undetermined in it.
        let language = PackedLanguage.unpack(PackedLanguage.pack(expected.language))
        if let found = track.media?.language, found != language {
            findings.append("\(name): its language is \(found), in the source \(language)")
        }
        return findings
    }

    /// Whether the edit list leaves out the same priming, and lets the rest begin at the same time, to a tick of the
    /// movie's clock. How long the rest lasts is part of `FilmVerification.checkDurations`.
    private var presentedOtherwise: [String] {
        guard let timescale else { return ["\(name): its clock has no ticks"] }
        if let stretches = expected.stretches { return presentedOtherwise(than: stretches, timescale: timescale) }
        var findings: [String] = []
        let scale = Double(max(movieTimescale ?? 1, 1))
        let delay = track.edits.prefix { $0.isEmpty }.reduce(0) { $0 + Double($1.duration) } / scale
        let start = expected.presentationStart.seconds
        if (delay - start).magnitude * scale > 1.001 {
            findings.append("\(name): it begins at \(delay) s, in the source at \(start) s")
        }
        let shown = track.edits.drop { $0.isEmpty }
        let from = shown.first?.mediaTime ?? 0
        if MediaTime(value: from, timescale: timescale) != time(expected.presentedFrom) {
            findings.append(
                "\(name): its first \(from) ticks of 1/\(timescale) s are left out, "
                    + "in the source \(expected.presentedFrom) of 1/\(expected.timescale) s"
            )
        }
        if shown.count > 1 { findings.append("\(name): its edit list has several parts") }
        return findings
    }

    /// Whether the edit list presents these stretches: each from its place in the media on, and at its time, to a tick
    /// of the movie's clock.
    private func presentedOtherwise(than stretches: [SoundStretch], timescale: Int32) -> [String] {
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
        for (number, (found, stretch)) in zip(shown, stretches).enumerated() {
            let start = stretch.start.seconds
            if (found.seconds - start).magnitude * scale > 1.001 {
                findings.append("\(name): stretch \(number) begins at \(found.seconds) s, in the source at \(start) s")
            }
            if MediaTime(value: found.edit.mediaTime, timescale: timescale) != time(stretch.from) {
                findings.append(
                    "\(name): stretch \(number) begins with tick \(found.edit.mediaTime) of 1/\(timescale) s, in the "
                        + "source with \(stretch.from) of 1/\(expected.timescale) s"
                )
            }
            let length = Double(found.edit.duration) / scale
            let wanted = Double(stretch.duration) / Double(max(expected.timescale, 1))
            if (length - wanted).magnitude * scale > 1.001 {
                findings.append("\(name): stretch \(number) lasts \(length) s, in the source \(wanted) s")
            }
        }
        return findings
    }

    /// Whether what is presented lasts longer or shorter, by more than a tick of the movie's clock.
    var presentedAtOtherLength: [String] {
        let seconds = Double(expected.presentedDuration) / Double(max(expected.timescale, 1))
        let presented = FilmUnderTest.presentedSeconds(track, movieTimescale: movieTimescale)
        let tick = 1 / Double(max(movieTimescale ?? 1, 1))
        guard (presented - seconds).magnitude > tick * 1.001 * Double(expected.presentation.count) else { return [] }
        return ["\(name) lasts \(presented) s, what was encoded \(seconds) s"]
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: max(expected.timescale, 1)) }

    private func seconds(_ tick: Int64) -> Double {
        let seconds = time(tick - expected.presentedFrom).seconds + expected.presentationStart.seconds
        return (seconds * 1000).rounded() / 1000
    }
}
