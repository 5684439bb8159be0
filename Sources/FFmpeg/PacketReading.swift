import CFFmpeg

/// One of libavcodec's bitstream filters, which rewrite packets without decoding them: the owner of an AVBSFContext.
///
/// For filters that return one packet for each input packet.
@safe package final class PacketFilter {
    private let context: UnsafeMutablePointer<AVBSFContext>

    /// Finds a filter; nil if libavcodec lacks it.
    package init?(_ name: String) {
        // Safe: the context is owned by this object alone and freed in deinit.
        var fresh: UnsafeMutablePointer<AVBSFContext>?
        guard let filter = unsafe av_bsf_get_by_name(name), unsafe av_bsf_alloc(filter, &fresh) >= 0,
            let context = unsafe fresh
        else { return nil }
        unsafe self.context = unsafe context
    }

    deinit {
        var context: UnsafeMutablePointer<AVBSFContext>? = unsafe context
        unsafe av_bsf_free(&context)
    }

    /// Opens it for the packets of a stream.
    package func open(_ stream: ContainerStream) -> LibraryCode {
        // Safe: the stream is there during the call, and its parameters are copied.
        unsafe avcodec_parameters_copy(context.pointee.par_in, stream.raw.pointee.codecpar)
        unsafe context.pointee.time_base_in = unsafe stream.raw.pointee.time_base
        return LibraryCode(unsafe av_bsf_init(context))
    }

    /// Replaces a packet by the output of the filter.
    package func apply(to packet: Packet) -> LibraryCode {
        // Safe: sending moves the content out of the packet, and receiving fills it again.
        let code = unsafe av_bsf_send_packet(context, packet.raw)
        return LibraryCode(code >= 0 ? unsafe av_bsf_receive_packet(context, packet.raw) : code)
    }

    /// The codec configuration that the filter added to a packet; nil if there is none.
    package func configuration(in packet: Packet) -> [UInt8]? { packet.newConfiguration }
}

/// Reads what a packet of a video stream says about its picture without decoding it: the owner of libavcodec's parser.
///
/// One thread at a time uses it.
@safe package final class PictureParser {
    /// The part of a picture that a packet has.
    package enum Structure: Hashable, Sendable {
        case frame
        case topField
        case bottomField
    }

    private let parser: UnsafeMutablePointer<AVCodecParserContext>
    private let context: UnsafeMutablePointer<AVCodecContext>

    /// Opens the parser of a stream; nil if libavcodec has none.
    package init?(for stream: ContainerStream) {
        let parameters = unsafe stream.raw.pointee.codecpar
        let id = unsafe parameters?.pointee.codec_id ?? AV_CODEC_ID_NONE
        // Safe: both are owned by this object alone and freed in deinit; the parameters are copied.
        guard let context = unsafe avcodec_alloc_context3(nil) else { return nil }
        guard let parser = unsafe av_parser_init(CInt(bitPattern: id.rawValue)) else {
            var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
            unsafe avcodec_free_context(&context)
            return nil
        }
        unsafe avcodec_parameters_to_context(context, parameters)
        unsafe parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
        unsafe MessageLog.register(context)
        unsafe (self.parser, self.context) = unsafe (parser, context)
    }

    deinit {
        unsafe av_parser_close(parser)
        var context: UnsafeMutablePointer<AVCodecContext>? = unsafe context
        unsafe avcodec_free_context(&context)
    }

    /// The part of a picture that a packet has; nil if it does not say.
    package func structure(of packet: Packet) -> Structure? {
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, CInt) = (nil, 0)
        // Safe: the packet lends its bytes for the call, and with complete frames the parser returns them as they are.
        unsafe av_parser_parse2(
            parser,
            context,
            &bytes,
            &count,
            packet.raw.pointee.data,
            packet.raw.pointee.size,
            packet.raw.pointee.pts,
            packet.raw.pointee.dts,
            packet.raw.pointee.pos
        )
        return switch unsafe parser.pointee.picture_structure {
        case AV_PICTURE_STRUCTURE_FRAME: .frame
        case AV_PICTURE_STRUCTURE_TOP_FIELD: .topField
        case AV_PICTURE_STRUCTURE_BOTTOM_FIELD: .bottomField
        default: nil
        }
    }
}
