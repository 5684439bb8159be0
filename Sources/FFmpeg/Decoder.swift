import CFFmpeg

/// A decoder of one stream: the owner of an AVCodecContext.
///
/// Single-threaded; one thread at a time uses it.
@safe package final class Decoder {
    private let codec: UnsafePointer<AVCodec>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Finds the decoder of a stream, and copies its parameters; nil if libavcodec has none.
    package init?(for stream: ContainerStream) {
        // Safe: a codec is a constant of the library; the context is owned by this object alone and freed in deinit.
        let parameters = unsafe stream.raw.pointee.codecpar
        guard let codec = unsafe avcodec_find_decoder(parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE) else {
            return nil
        }
        guard let context = unsafe avcodec_alloc_context3(codec) else {
            fatalError("out of memory for a decoder's context")
        }
        unsafe self.codec = unsafe codec
        unsafe self.context = unsafe context
        unsafe MessageLog.register(context)
        unsafe avcodec_parameters_to_context(context, parameters)
        unsafe context.pointee.pkt_timebase = unsafe stream.raw.pointee.time_base
        unsafe context.pointee.thread_count = 1
    }

    deinit {
        unsafe MessageLog.unregister(context)
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// Opens it.
    ///
    /// - Parameters:
    ///   - findsDamage: whether checksums and the syntax are checked as far as the codec can.
    ///   - returnsDamaged: whether pictures are returned that lack parts or references.
    package func open(findsDamage: Bool = false, returnsDamaged: Bool = false) -> LibraryCode {
        if findsDamage { unsafe context.pointee.err_recognition = AV_EF_CRCCHECK | AV_EF_BITSTREAM | AV_EF_BUFFER }
        if returnsDamaged { unsafe context.pointee.flags |= CInt(AV_CODEC_FLAG_OUTPUT_CORRUPT) }
        return LibraryCode(unsafe avcodec_open2(context, codec, nil))
    }

    /// Whether pictures that no other picture refers to are skipped, as far as the codec says so.
    package func skipUnreferenced(_ isSkipping: Bool) {
        unsafe context.pointee.skip_frame = isSkipping ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
    }

    /// Gives it a packet, which it does not change; nil after the last.
    @discardableResult
    package func send(_ packet: Packet?) -> LibraryCode {
        LibraryCode(unsafe avcodec_send_packet(context, packet?.raw))
    }

    /// Replaces the content of a frame by the next one that it has decoded.
    package func receive(_ frame: Frame) -> LibraryCode {
        LibraryCode(unsafe avcodec_receive_frame(context, frame.raw))
    }

    /// Forgets all packets: for use after a seek or after the last packet.
    package func reset() { unsafe avcodec_flush_buffers(context) }

    /// The texts of a packet of subtitles as events of ASS; nil if there are none or it cannot be decoded.
    package func subtitleEvents(in packet: Packet) -> [String]? {
        var subtitle = unsafe AVSubtitle()
        var isThere: CInt = 0
        // Safe: the library fills the structure, which is freed below; the number of its rectangles is in it.
        guard unsafe avcodec_decode_subtitle2(context, &subtitle, &isThere, packet.raw) >= 0, isThere != 0 else {
            return nil
        }
        var events: [String] = []
        for index in 0..<Int(unsafe subtitle.num_rects) {
            guard let rectangle = unsafe subtitle.rects[index], let event = unsafe rectangle.pointee.ass else {
                continue
            }
            events.append(unsafe String(cString: event))
        }
        unsafe avsubtitle_free(&subtitle)
        return events
    }

    /// The first log message since the last call, or nil.
    package func takeComplaint() -> String? { unsafe MessageLog.takeComplaint(of: context) }
}
