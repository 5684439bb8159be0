import FFmpeg
import Media

/// The texts of a subtitle track with their times.
final class SubtitleDecoder {
    /// One text.
    struct Entry {
        /// When it is shown, in ticks of the track on the film's clock.
        let ticks: Range<Int64>
        /// The content as events of ASS, for text that is converted.
        let events: [String]
        /// The bytes of the packet, for text that is copied.
        let bytes: [UInt8]

        /// The content as plain text with simple styles.
        var text: StyledText {
            var text = StyledText(text: "")
            for event in events { text.append(StyledText(event: event)) }
            return text
        }
    }

    /// Codecs whose text is converted. Others are bitmaps or not supported.
    private static let textCodecs: Set<String> = ["subrip", "srt", "webvtt", "ass", "ssa", "text"]
    /// Timed text, and QuickTime's own text, which is converted.
    private static let timedText = "mov_text"

    /// Ticks per second.
    let timescale: Int32
    private let demuxer: Demuxer
    private let stream: Int
    private let scale: TickScale
    private let keepsAll: Bool
    /// The decoder of text that is converted; nil for text that is copied.
    private let decoder: Decoder?

    /// Whether a film can carry the content of a codec.
    static func isText(_ codec: String) -> Bool { textCodecs.contains(codec) || codec == timedText }

    /// Opens the file for one of its tracks.
    ///
    /// - Parameter keepsAll: whether everything is converted to events with all that they show, also timed text, which
    ///   is copied otherwise.
    init(
        _ file: SourceFile,
        stream index: Int,
        endsAtDamage: Bool,
        keepsAll: Bool = false
    ) throws(IntakeError) {
        demuxer = try Demuxer(file, endsAtDamage: endsAtDamage)
        guard index < demuxer.streamCount, demuxer.isSubtitle(stream: index),
            let scale = TickScale(demuxer.stream(index).timeBase)
        else {
            throw IntakeError.changed(file.path, difference: "stream \(index) is not the subtitles that were probed")
        }
        stream = index
        self.scale = scale
        timescale = scale.timescale
        self.keepsAll = keepsAll
        demuxer.keepOnly(streams: [index])
        guard keepsAll || !demuxer.isTimedText(stream: index) else {
            decoder = nil
            return
        }
        guard let decoder = Decoder(for: demuxer.stream(index)) else {
            let cause = "this libavcodec has no decoder for \(demuxer.codecName(ofStream: index))"
            throw IntakeError.library(file.path, attempted: "read its subtitles", cause: cause)
        }
        self.decoder = decoder
        let code = decoder.open()
        guard !code.isFailure else {
            throw IntakeError.library(file.path, attempted: "read its subtitles", cause: code.words)
        }
    }

    /// The rest of the sample entry after its first eight bytes, for text that is copied.
    var configuration: [UInt8] { demuxer.stream(stream).configuration }

    /// The styles of text that is converted, as the header of an ASS file.
    var header: String? { decoder?.subtitleHeader }

    /// The next text that is shown; nil after the last. Texts without a time or a length are skipped.
    func next() throws(IntakeError) -> Entry? {
        while let facts = try demuxer.next() {
            guard facts.stream == stream, !facts.isCorrupt, let tick = facts.presentationTick else { continue }
            let (distance, overflow) = tick.subtractingReportingOverflow(demuxer.originTick(ofStream: stream))
            guard !overflow, let start = scale.ticks(distance), let length = scale.ticks(facts.duration), length > 0,
                case let (end, beyond) = start.addingReportingOverflow(length), !beyond,
                LongestFilm.holds(MediaTime(value: start, timescale: timescale)),
                LongestFilm.holds(MediaTime(value: end, timescale: timescale))
            else { continue }
            guard let decoder else {
                let bytes = demuxer.currentPacket.bytes()
                return Entry(ticks: start..<end, events: [], bytes: bytes)
            }
            let events = decoder.subtitleEvents(in: demuxer.currentPacket) ?? []
            let entry = Entry(ticks: start..<end, events: events, bytes: [])
            // Without its drawings, some text shows nothing.
            if keepsAll ? !events.isEmpty : !entry.text.text.isEmpty { return entry }
        }
        return nil
    }
}
