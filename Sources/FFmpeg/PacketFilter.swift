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
