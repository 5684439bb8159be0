import FFmpeg
import Media

/// The samples of an audio track of one file, decoded and in the rate and the speakers of the film, without a gap.
///
/// Samples keep their times: gaps in the source are filled with silence, and overlaps are dropped. The same source and
/// the same libraries give the same samples.
final class FileAudioSamples {
    private let source: SourceDescription
    private let track: AudioTrack
    /// The speakers and the rate of the film.
    private let layout: AudioLayout
    /// The speakers of the source.
    private let speakers: UInt64
    private let decoder: AudioDecoder
    private var converter: AudioConverter?
    /// Silence that is still to come before `held`, in samples of the film's rate.
    private var silence: Int64 = 0
    private var held: [[Float]]?
    /// Samples of the film's rate that still have to be dropped: a converter returns them later than it accepts them.
    private var surplus: Int64 = 0
    private var isFinished = false
    /// Samples per second of the decoded audio.
    private var sourceRate: Int32
    /// Sample of the source's rate, on the film's clock, at which the next decoded sample is expected; nil before the
    /// first one.
    private var expected: Int64?
    /// Sample at which the audio of the film begins.
    private var firstSample: Int64 = 0
    /// Number of samples that came out.
    private var sampleCount: Int64 = 0
    /// Number of places where silence was added or samples were dropped.
    private(set) var repairedCount = 0

    /// Opens the file for one of its tracks. Precondition: `AudioTrack.isDecodable`.
    ///
    /// - Parameter layout: the speakers and the rate of the film; nil for those of the track, as far as AAC has them.
    init(source: SourceDescription, track: AudioTrack, layout asked: AudioLayout? = nil) throws(IntakeError) {
        guard track.isDecodable == true, let own = AudioLayout(track) else {
            throw IntakeError.unsupported(
                source.path,
                cause:
                    "audio track \(track.streamIndex) (\(track.codec)) cannot be encoded: "
                    + (track.obstacle ?? "its format"),
                remedy: "leave it out"
            )
        }
        self.source = source
        self.track = track
        let layout = asked ?? own
        self.layout = layout
        speakers = own.mask
        sourceRate = Int32(clamping: track.sampleRate)
        decoder = try PortableArithmetic.opening { () throws(IntakeError) in
            try AudioDecoder(
                SourceFile(of: source),
                stream: track.streamIndex,
                endsAtDamage: source.reading?.concealsDamage == true
            )
        }
    }

    /// The next samples by channel, at least one of each; nil after the last.
    func next() throws(IntakeError) -> [[Float]]? {
        while !isFinished {
            let samples = try more()
            guard let count = samples.first?.count, count > 0 else { continue }
            sampleCount += Int64(count)
            return samples
        }
        return nil
    }

    /// When the first sample is played, on the clock of the film; known after the first call of `next`.
    var start: MediaTime { MediaTime(value: firstSample, timescale: sourceRate) }

    // MARK: - One frame

    private func more() throws(IntakeError) -> [[Float]] {
        if silence > 0 {
            let count = min(silence, 1 << 16)
            silence -= count
            return cutOff(Array(repeating: Array(repeating: 0, count: Int(count)), count: layout.channelCount))
        }
        if let held {
            self.held = nil
            return cutOff(held)
        }
        guard try decoder.next(), !isBeyondEnd else {
            isFinished = true
            return cutOff(converter?.convert(nil) ?? [])
        }
        let frame = decoder.current
        let converter: AudioConverter
        if let open = self.converter {
            converter = open
        } else {
            converter = try PortableArithmetic.opening { () throws(IntakeError) in
                try AudioConverter(like: frame, own: speakers, to: layout, path: source.path)
            }
        }
        self.converter = converter
        let rate = Int32(clamping: converter.sourceRate)
        if rate > 0 { sourceRate = rate }
        guard converter.takes(frame) else {
            throw IntakeError.unsupported(
                source.path,
                cause: "the format of audio track \(track.streamIndex) changes within the track",
                remedy: "leave it out, or convert it first"
            )
        }
        // Added and dropped samples are counted at the source's rate, and applied at the film's rate.
        let (silence, dropped) = place(Int64(frame.sampleCount))
        var samples = converter.convert(frame)
        surplus += filmSamples(dropped)
        let omitted = min(Int(clamping: surplus), samples.first?.count ?? 0)
        surplus -= Int64(omitted)
        if omitted > 0 { samples = samples.map { Array($0.dropFirst(omitted)) } }
        guard silence > 0 else { return cutOff(samples) }
        self.silence = filmSamples(silence)
        held = samples
        return []
    }

    /// Samples without those after the end of a cut film.
    private func cutOff(_ samples: [[Float]]) -> [[Float]] {
        guard let end else { return samples }
        let room = max(0, filmSamples(end - firstSample) - sampleCount)
        guard let count = samples.first?.count, Int64(count) > room else { return samples }
        return samples.map { Array($0.prefix(Int(room))) }
    }

    // MARK: - Times

    /// How much silence comes before a frame, and how many samples at its start are dropped, in samples of the source's
    /// rate.
    private func place(_ count: Int64) -> (silence: Int64, dropped: Int64) {
        let start = decoder.time.map { ($0 - filmStart).rounded(to: sourceRate).value }
        guard let expected else {
            let start = start ?? 0
            firstSample = max(start, 0)
            self.expected = start + count
            // Audio from before the film is dropped, and so is a whole frame that ends before it.
            if start + count <= 0 {
                self.expected = nil
                return (0, count)
            }
            return (0, max(0, -start))
        }
        var silence: Int64 = 0
        var dropped: Int64 = 0
        let tolerance = Int64((max(0.02, 2 * decoder.tickSeconds) * Double(sourceRate)).rounded())
        if let start, (start - expected).magnitude > UInt64(tolerance) {
            repairedCount += 1
            if start > expected { silence = start - expected } else { dropped = min(expected - start, count) }
        }
        self.expected = expected + silence + count - dropped
        return (silence, dropped)
    }

    /// The start of the film on the clock of the source.
    private var filmStart: MediaTime { source.startInFile }

    /// Sample of the source's rate at which a cut film ends; nil if the film is whole.
    private var end: Int64? {
        guard source.cut != nil else { return nil }
        return source.video.timeline.timeRange.end.rounded(to: sourceRate).value
    }

    private var isBeyondEnd: Bool {
        guard let end, let time = decoder.time else { return false }
        return (time - filmStart).rounded(to: sourceRate).value >= end
    }

    /// Converts samples of the source's rate to samples of the film's rate.
    private func filmSamples(_ count: Int64) -> Int64 {
        layout.sampleRate == Int(sourceRate)
            ? count
            : MediaTime(value: count, timescale: sourceRate).rounded(to: Int32(clamping: layout.sampleRate)).value
    }
}
