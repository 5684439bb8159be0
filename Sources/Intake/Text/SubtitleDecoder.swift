import CFFmpeg
import Media

/// The texts of a subtitle track with their times: the owner of a demuxer and, for text that is converted, of an
/// AVCodecContext.
@safe final class SubtitleDecoder {
    /// One text.
    struct Entry {
        /// When it is shown, in ticks of the track on the film's clock.
        let ticks: Range<Int64>
        /// The content, for text that is converted.
        let text: StyledText
        /// The bytes of the packet, for text that is copied.
        let bytes: [UInt8]
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
    private let context: UnsafeMutablePointer<AVCodecContext>?

    /// Whether a film can carry the content of a codec.
    static func isText(_ codec: String) -> Bool { textCodecs.contains(codec) || codec == timedText }

    /// Opens the file for one of its tracks.
    init(_ file: SourceFile, stream index: Int, endsAtDamage: Bool) throws(IntakeError) {
        demuxer = try Demuxer(file, endsAtDamage: endsAtDamage)
        guard index < demuxer.streamCount, demuxer.isSubtitle(stream: index),
            let scale = TickScale(unsafe demuxer.stream(index).pointee.time_base)
        else {
            throw IntakeError.changed(file.path, difference: "stream \(index) is not the subtitles that were probed")
        }
        stream = index
        self.scale = scale
        timescale = scale.timescale
        demuxer.keepOnly(streams: [index])
        guard !demuxer.isTimedText(stream: index) else {
            unsafe context = nil
            return
        }
        // Safe: the context is owned by this object alone and freed in deinit; the stream is lent by the living
        // demuxer.
        let parameters = unsafe demuxer.stream(index).pointee.codecpar
        guard let decoder = unsafe avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE) else {
            let cause = "this libavcodec has no decoder for \(demuxer.codecName(ofStream: index))"
            throw IntakeError.library(file.path, attempted: "read its subtitles", cause: cause)
        }
        guard let made = unsafe avcodec_alloc_context3(decoder) else {
            fatalError("out of memory for a decoder's context")
        }
        unsafe context = unsafe made
        unsafe CodecLog.register(made)
        unsafe avcodec_parameters_to_context(made, parameters)
        unsafe made.pointee.pkt_timebase = unsafe demuxer.stream(index).pointee.time_base
        let code = unsafe avcodec_open2(made, decoder, nil)
        guard code >= 0 else {
            throw IntakeError.library(file.path, attempted: "read its subtitles", cause: libraryMessage(code))
        }
    }

    deinit {
        guard let context = unsafe context else { return }
        unsafe CodecLog.unregister(context)
        var freed: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&freed)
    }

    /// The rest of the sample entry after its first eight bytes, for text that is copied.
    var configuration: [UInt8] {
        // Safe: extradata has the size in its size field, and lives as long as the stream.
        let parameters = unsafe demuxer.stream(stream).pointee.codecpar.pointee
        guard let data = unsafe parameters.extradata, unsafe parameters.extradata_size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(parameters.extradata_size)))
    }

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
            guard let context = unsafe context else {
                return Entry(ticks: start..<end, text: StyledText(text: ""), bytes: bytes)
            }
            let text = unsafe decoded(context)
            if !text.text.isEmpty { return Entry(ticks: start..<end, text: text, bytes: []) }
        }
        return nil
    }

    private var bytes: [UInt8] {
        // Safe: the packet has the size in its size field, and stays until the next is read.
        let packet = unsafe demuxer.currentPacket
        guard let data = unsafe packet.pointee.data, unsafe packet.pointee.size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(packet.pointee.size)))
    }

    private func decoded(_ context: UnsafeMutablePointer<AVCodecContext>) -> StyledText {
        var subtitle = unsafe AVSubtitle()
        var isThere: CInt = 0
        var text = StyledText(text: "")
        // Safe: the library fills the structure, which is freed below; the number of its rectangles is in it.
        guard unsafe avcodec_decode_subtitle2(context, &subtitle, &isThere, demuxer.currentPacket) >= 0, isThere != 0
        else { return text }
        for index in 0..<Int(unsafe subtitle.num_rects) {
            guard let rectangle = unsafe subtitle.rects[index], let event = unsafe rectangle.pointee.ass else {
                continue
            }
            let styled = StyledText(event: unsafe String(cString: event))
            text.append(styled)
        }
        unsafe avsubtitle_free(&subtitle)
        return text
    }
}
