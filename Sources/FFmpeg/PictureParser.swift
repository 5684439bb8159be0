import CFFmpeg

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
