import FFmpeg
import Media

/// Decodes an audio track from its start, with edit list and priming applied.
final class AudioDecoder {
    private let demuxer: Demuxer
    private let stream: Int
    private let decoder: Decoder
    /// The frame that `next()` decoded last; valid until it is called again.
    let current = Frame()
    private let endsAtDamage: Bool
    private var isDrained = false

    /// Opens the file for one of its tracks.
    init(_ file: SourceFile, stream index: Int, endsAtDamage: Bool) throws(IntakeError) {
        demuxer = try Demuxer(file, endsAtDamage: endsAtDamage)
        guard index < demuxer.streamCount, demuxer.isAudio(stream: index) else {
            throw IntakeError.changed(file.path, difference: "stream \(index) is not the audio stream that was probed")
        }
        stream = index
        self.endsAtDamage = endsAtDamage
        demuxer.keepOnly(streams: [index])
        guard let decoder = Decoder(for: demuxer.stream(index)) else {
            let cause = "this libavcodec has no decoder for \(demuxer.codecName(ofStream: index))"
            throw IntakeError.library(file.path, attempted: "decode its audio", cause: cause)
        }
        self.decoder = decoder
        let code = decoder.open()
        guard !code.isFailure else {
            throw IntakeError.library(
                file.path,
                attempted: "decode its audio",
                cause: complaint ?? code.words
            )
        }
    }

    /// When the frame that was decoded last begins, on the film's clock; nil if unknown.
    var time: MediaTime? {
        let base = demuxer.stream(stream).timeBase
        guard let tick = current.likelyTick, let scale = TickScale(base) else { return nil }
        let (distance, overflow) = tick.subtractingReportingOverflow(demuxer.originTick(ofStream: stream))
        guard !overflow, let ticks = scale.ticks(distance) else { return nil }
        let time = MediaTime(value: ticks, timescale: scale.timescale)
        return LongestFilm.holds(time) ? time : nil
    }

    /// Seconds per tick of the container.
    var tickSeconds: Double {
        let base = demuxer.stream(stream).timeBase
        return base.isPositive ? Double(base.numerator) / Double(base.denominator) : 0
    }

    /// Decodes the next frame; returns false after the last.
    ///
    /// - Throws: if a packet is damaged or cannot be decoded, unless the track ends at damage.
    func next() throws(IntakeError) -> Bool {
        while true {
            let code = decoder.receive(current)
            if !code.isFailure { return true }
            if code.isEnd { return false }
            guard code.isAgain else {
                if endsAtDamage { return false }
                throw IntakeError.brokenContainer(
                    demuxer.path,
                    cause: "its audio: \(complaint ?? code.words)"
                )
            }
            try feed()
        }
    }

    private func feed() throws(IntakeError) {
        while !isDrained {
            guard let facts = try demuxer.next(), !(facts.isCorrupt && endsAtDamage) else {
                isDrained = true
                decoder.send(nil)
                return
            }
            guard facts.stream == stream else { continue }
            let code = decoder.send(demuxer.currentPacket)
            if facts.isCorrupt || code.isFailure, !endsAtDamage {
                let cause = demuxer.takeComplaint() ?? complaint ?? code.words
                throw IntakeError.brokenContainer(demuxer.path, cause: "its audio: \(cause)")
            }
            return
        }
    }

    private var complaint: String? { decoder.takeComplaint() }
}
