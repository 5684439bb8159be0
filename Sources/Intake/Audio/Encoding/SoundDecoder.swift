import CFFmpeg
import Media

/// Decodes an audio track from its start, with edit list and priming applied: the owner of a demuxer, an AVCodecContext
/// and an AVFrame.
@safe final class SoundDecoder {
    private let demuxer: Demuxer
    private let stream: Int
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
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
        // Safe: context and frame are owned by this object alone, and freed in deinit once both are assigned; the
        // stream is lent by the living demuxer.
        let parameters = unsafe demuxer.stream(index).pointee.codecpar
        guard let decoder = unsafe avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE) else {
            let cause = "this libavcodec has no decoder for \(demuxer.codecName(ofStream: index))"
            throw IntakeError.library(file.path, attempted: "decode its audio", cause: cause)
        }
        guard let context = unsafe avcodec_alloc_context3(decoder), let frame = unsafe av_frame_alloc() else {
            fatalError("out of memory for a decoder's context")
        }
        unsafe self.context = unsafe context
        unsafe self.frame = unsafe frame
        unsafe CodecLog.register(context)
        unsafe avcodec_parameters_to_context(context, parameters)
        unsafe context.pointee.pkt_timebase = unsafe demuxer.stream(index).pointee.time_base
        unsafe context.pointee.thread_count = 1
        let code = unsafe avcodec_open2(context, decoder, nil)
        guard code >= 0 else {
            throw IntakeError.library(
                file.path,
                attempted: "decode its audio",
                cause: complaint ?? libraryMessage(code)
            )
        }
    }

    deinit {
        unsafe CodecLog.unregister(context)
        var frame: UnsafeMutablePointer<AVFrame>? = unsafe frame
        unsafe av_frame_free(&frame)
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// The frame that `next()` decoded last; valid until it is called again.
    @unsafe var current: UnsafePointer<AVFrame> { unsafe UnsafePointer(frame) }

    /// When the frame that was decoded last begins, on the film's clock; nil if unknown.
    var time: MediaTime? {
        let base = unsafe demuxer.stream(stream).pointee.time_base
        let tick = unsafe frame.pointee.best_effort_timestamp
        guard tick != granary_no_timestamp, let scale = TickScale(base) else { return nil }
        let (distance, overflow) = tick.subtractingReportingOverflow(demuxer.originTick(ofStream: stream))
        guard !overflow, let ticks = scale.ticks(distance) else { return nil }
        let time = MediaTime(value: ticks, timescale: scale.timescale)
        return LongestFilm.holds(time) ? time : nil
    }

    /// Seconds per tick of the container.
    var tickSeconds: Double {
        let base = unsafe demuxer.stream(stream).pointee.time_base
        return base.isPositive ? Double(base.num) / Double(base.den) : 0
    }

    /// Decodes the next frame; returns false after the last.
    ///
    /// - Throws: if a packet is damaged or cannot be decoded, unless the track ends at damage.
    func next() throws(IntakeError) -> Bool {
        while true {
            let code = unsafe avcodec_receive_frame(context, frame)
            if code >= 0 { return true }
            if granary_is_end(code) != 0 { return false }
            guard granary_is_again(code) != 0 else {
                if endsAtDamage { return false }
                throw IntakeError.brokenContainer(
                    demuxer.path,
                    cause: "its audio: \(complaint ?? libraryMessage(code))"
                )
            }
            try feed()
        }
    }

    private func feed() throws(IntakeError) {
        while !isDrained {
            guard let facts = try demuxer.next(), !(facts.isCorrupt && endsAtDamage) else {
                isDrained = true
                unsafe avcodec_send_packet(context, nil)
                return
            }
            guard facts.stream == stream else { continue }
            let code = unsafe avcodec_send_packet(context, demuxer.currentPacket)
            if facts.isCorrupt || code < 0, !endsAtDamage {
                let cause = demuxer.takeComplaint() ?? complaint ?? libraryMessage(code)
                throw IntakeError.brokenContainer(demuxer.path, cause: "its audio: \(cause)")
            }
            return
        }
    }

    private var complaint: String? { unsafe CodecLog.takeComplaint(of: context) }
}
