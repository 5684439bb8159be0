import CFFmpeg
import Media

/// A video decoder with its output picture: the owner of an AVCodecContext and an AVFrame.
///
/// Single-threaded: ranges that are decoded in parallel share the processor between processes. One thread at a time
/// uses it.
@safe final class VideoDecoder {
    /// The answer of a decoder to a request for a picture.
    enum Answer: Equatable {
        /// `picture` holds the next one in presentation order.
        case picture
        /// It needs a packet first.
        case needsPacket
        /// All pictures were returned.
        case end
        /// It failed, with its message.
        case failure(String)
    }

    private let path: String
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>

    /// Opens the decoder of a stream.
    ///
    /// - Parameter concealsDamage: true also returns pictures that lack parts or references.
    init(_ demuxer: Demuxer, stream index: Int, concealsDamage: Bool = false) throws(IntakeError) {
        // Safe: context and frame are owned by this object alone; they are freed in deinit, which also runs when the
        // last step throws because everything is assigned by then. The stream is lent by the living demuxer.
        let stream = unsafe demuxer.stream(index)
        let codec = unsafe stream.pointee.codecpar.pointee.codec_id
        guard let decoder = unsafe avcodec_find_decoder(codec) else {
            let name = unsafe String(cString: avcodec_get_name(codec))
            throw IntakeError(
                .unsupported,
                kind: .unavailable,
                attempted: "decode the video",
                subject: demuxer.path,
                cause: "this libavcodec has no decoder for \(name)",
                remedy: "convert the film to a codec that `ffmpeg -decoders` lists"
            )
        }
        guard let context = unsafe avcodec_alloc_context3(decoder), let frame = unsafe av_frame_alloc() else {
            fatalError("out of memory for a decoder's context")
        }
        path = demuxer.path
        unsafe self.context = unsafe context
        unsafe self.frame = unsafe frame
        unsafe CodecLog.register(context)
        unsafe avcodec_parameters_to_context(context, stream.pointee.codecpar)
        unsafe context.pointee.pkt_timebase = unsafe stream.pointee.time_base
        unsafe context.pointee.thread_count = 1
        unsafe context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER
        if concealsDamage { unsafe context.pointee.flags |= CInt(AV_CODEC_FLAG_OUTPUT_CORRUPT) }
        let opened = unsafe avcodec_open2(context, decoder, nil)
        if granary_is_invalid_data(opened) != 0 {
            throw IntakeError(
                .damaged,
                attempted: "open the video decoder",
                subject: path,
                cause: takeComplaint() ?? libraryMessage(opened),
                remedy: "copy the film again from its source; its codec configuration is damaged"
            )
        }
        guard opened >= 0 else {
            throw IntakeError.library(
                path,
                attempted: "open the video decoder",
                cause: takeComplaint() ?? libraryMessage(opened)
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

    /// The picture that the last answer announced; valid until the decoder is asked again.
    @unsafe var picture: UnsafePointer<AVFrame> { unsafe UnsafePointer(frame) }

    /// Gives the decoder the packet that the demuxer read last; nil if it was accepted, else the decoder's message.
    ///
    /// - Parameter isWanted: false for a packet whose own picture is not needed. The decoder skips it if no other
    ///   picture refers to it, as far as the codec says so; other pictures do not change.
    func take(packetOf demuxer: Demuxer, isWanted: Bool) -> String? {
        // The decoder is single-threaded: this setting applies to this packet and not to earlier ones.
        unsafe context.pointee.skip_frame = isWanted ? AVDISCARD_DEFAULT : AVDISCARD_NONREF
        let code = unsafe avcodec_send_packet(context, demuxer.currentPacket)
        return code >= 0 ? nil : takeComplaint() ?? libraryMessage(code)
    }

    /// Tells the decoder that no packet follows.
    func finish() { unsafe avcodec_send_packet(context, nil) }

    /// Asks for the next picture.
    func next() -> Answer {
        let code = unsafe avcodec_receive_frame(context, frame)
        if code >= 0 { return .picture }
        if granary_is_again(code) != 0 { return .needsPacket }
        if granary_is_end(code) != 0 { return .end }
        return .failure(takeComplaint() ?? libraryMessage(code))
    }

    /// Resets the decoder: for use after a seek or after `finish()`.
    func reset() {
        unsafe avcodec_flush_buffers(context)
        _ = takeComplaint()
    }

    /// The decoder's first log message since the last call, or nil.
    func takeComplaint() -> String? { unsafe CodecLog.takeComplaint(of: context) }
}
