import CFFmpeg

/// A decoder of one stream: the owner of an AVCodecContext.
///
/// Single-threaded; one thread at a time uses it.
@safe package final class Decoder {
    private let codec: UnsafePointer<AVCodec>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Finds the decoder of a stream, and copies its parameters; nil if libavcodec has none.
    package convenience init?(for stream: ContainerStream) {
        let parameters = unsafe stream.raw.pointee.codecpar
        let codec = unsafe parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE
        self.init(codec)
        // Safe: the stream is there during the call, and its parameters are copied.
        unsafe avcodec_parameters_to_context(context, parameters)
        unsafe context.pointee.pkt_timebase = unsafe stream.raw.pointee.time_base
    }

    /// Finds the decoder of pictures outside of a container; nil if libavcodec has none.
    ///
    /// - Parameters:
    ///   - name: FFmpeg's name of the codec.
    ///   - configuration: the codec configuration as a container has it; it may be empty.
    ///   - width: in pixels. A codec that states its own size overrides it.
    ///   - height: as the width.
    package convenience init?(video name: String, configuration: [UInt8], width: Int, height: Int) {
        guard let codec = Self.videoCodec(name) else { return nil }
        self.init(codec)
        unsafe context.pointee.width = CInt(clamping: width)
        unsafe context.pointee.height = CInt(clamping: height)
        // H.264 that does not say how far it reorders: the decoder waits as long as its level allows, and does not
        // return pictures out of order.
        if codec == AV_CODEC_ID_H264 { unsafe context.pointee.strict_std_compliance = FF_COMPLIANCE_STRICT }
        guard !configuration.isEmpty else { return }
        // Safe: the block has room for the bytes and the zeros behind them that the library demands; the context frees
        // it.
        guard let block = unsafe av_mallocz(configuration.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
            fatalError("out of memory for a codec configuration")
        }
        unsafe block.copyMemory(from: configuration, byteCount: configuration.count)
        unsafe context.pointee.extradata = unsafe block.assumingMemoryBound(to: UInt8.self)
        unsafe context.pointee.extradata_size = CInt(clamping: configuration.count)
    }

    private init?(_ id: AVCodecID) {
        // Safe: a codec is a constant of the library; the context is owned by this object alone and freed in deinit.
        guard let codec = unsafe avcodec_find_decoder(id) else { return nil }
        guard let context = unsafe avcodec_alloc_context3(codec) else {
            fatalError("out of memory for a decoder's context")
        }
        unsafe self.codec = unsafe codec
        unsafe self.context = unsafe context
        unsafe MessageLog.register(context)
        unsafe context.pointee.thread_count = 1
    }

    /// Whether libavcodec decodes pictures of the codec with this name.
    package static func exists(forVideo name: String) -> Bool {
        // Safe: codecs are constants of the library.
        videoCodec(name).map { unsafe avcodec_find_decoder($0) != nil } ?? false
    }

    private static func videoCodec(_ name: String) -> AVCodecID? {
        // Safe: descriptors are constants of the library.
        guard let words = unsafe avcodec_descriptor_get_by_name(name),
            unsafe words.pointee.type == AVMEDIA_TYPE_VIDEO
        else { return nil }
        return unsafe words.pointee.id
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

    /// The styles of the subtitles that it decodes as the header of an ASS file; nil if there are none.
    package var subtitleHeader: String? {
        // Safe: the library gives the number of bytes, which are copied.
        guard let header = unsafe context.pointee.subtitle_header, unsafe context.pointee.subtitle_header_size > 0
        else { return nil }
        let bytes = unsafe UnsafeBufferPointer(start: header, count: Int(context.pointee.subtitle_header_size))
        return unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

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
