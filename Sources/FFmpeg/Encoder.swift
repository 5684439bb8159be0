import CFFmpeg

/// One of libavcodec's encoders: the owner of an AVCodecContext.
///
/// Single-threaded; one thread at a time uses it.
@safe package final class Encoder {
    /// What is encoded.
    package enum Kind: Hashable, Sendable {
        /// One picture.
        case png
        /// Audio.
        case aac
    }

    private let codec: UnsafePointer<AVCodec>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Finds the encoder; nil if libavcodec has none.
    package init?(_ kind: Kind) {
        // Safe: a codec is a constant of the library; the context is owned by this object alone and freed in deinit.
        let found = unsafe kind == .png ? avcodec_find_encoder(AV_CODEC_ID_PNG) : avcodec_find_encoder_by_name("aac")
        guard let codec = unsafe found else { return nil }
        guard let context = unsafe avcodec_alloc_context3(codec) else {
            fatalError("out of memory for an encoder's context")
        }
        unsafe self.codec = unsafe codec
        unsafe self.context = unsafe context
    }

    deinit {
        unsafe MessageLog.unregister(context)
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// Opens it for one RGB picture of eight bits.
    package func openPicture(width: Int, height: Int) -> LibraryCode {
        unsafe context.pointee.width = CInt(width)
        unsafe context.pointee.height = CInt(height)
        unsafe context.pointee.pix_fmt = AV_PIX_FMT_RGB24
        unsafe context.pointee.time_base = AVRational(num: 1, den: 25)
        unsafe context.pointee.thread_count = 1
        return LibraryCode(unsafe avcodec_open2(context, codec, nil))
    }

    /// Opens it for planar floating point of the channels of a mask.
    ///
    /// The header is separate from the packets, and nothing names the version of the library.
    package func openAudio(sampleRate: Int, mask: UInt64, bitRate: Int64) -> LibraryCode {
        unsafe MessageLog.register(context)
        return LibraryCode(unsafe granary_open_sound_encoder(context, codec, CInt(sampleRate), mask, bitRate))
    }

    /// Samples of a packet.
    package var frameSize: Int { unsafe Int(context.pointee.frame_size) }

    /// Samples that a decoder returns before the first sample that was given.
    package var initialPadding: Int { unsafe Int(context.pointee.initial_padding) }

    /// The codec configuration; empty if it has none.
    package var configuration: [UInt8] {
        // Safe: extradata has the size in its size field, and lives as long as the context.
        let (data, size) = unsafe (context.pointee.extradata, context.pointee.extradata_size)
        guard let data = unsafe data, size > 0 else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(size)))
    }

    /// Gives it a frame, which it does not change; nil after the last.
    package func send(_ frame: Frame?) -> LibraryCode { LibraryCode(unsafe avcodec_send_frame(context, frame?.raw)) }

    /// Replaces the content of a packet by the next one that it has encoded.
    package func receive(_ packet: Packet) -> LibraryCode {
        LibraryCode(unsafe avcodec_receive_packet(context, packet.raw))
    }

    /// The first log message since the last call, or nil.
    package func takeComplaint() -> String? { unsafe MessageLog.takeComplaint(of: context) }
}
