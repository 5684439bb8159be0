import CFFmpeg

/// One of libavcodec's bitstream filters, which rewrite packets without decoding them: the owner of an AVBSFContext.
///
/// For filters that return one packet for each input packet.
@safe final class BitstreamFilter {
    private let context: UnsafeMutablePointer<AVBSFContext>
    private let path: String
    /// The codec configuration that the filter found in the packets so far.
    private(set) var configuration: [UInt8] = []

    /// Opens a filter for a stream.
    init(_ name: String, demuxer: Demuxer, stream index: Int) throws(IntakeError) {
        // Safe: the context is owned by this object alone and freed in deinit, or here when it is not yet assigned.
        path = demuxer.path
        var fresh: UnsafeMutablePointer<AVBSFContext>?
        guard let filter = unsafe av_bsf_get_by_name(name), unsafe av_bsf_alloc(filter, &fresh) >= 0,
            let context = unsafe fresh
        else {
            throw IntakeError.library(path, attempted: "read its audio", cause: "libavcodec lacks the filter \(name)")
        }
        unsafe self.context = unsafe context
        let stream = unsafe demuxer.stream(index)
        unsafe avcodec_parameters_copy(context.pointee.par_in, stream.pointee.codecpar)
        unsafe context.pointee.time_base_in = unsafe stream.pointee.time_base
        let code = unsafe av_bsf_init(context)
        guard code >= 0 else {
            throw IntakeError.library(path, attempted: "read its audio", cause: libraryMessage(code))
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVBSFContext>? = unsafe context
        unsafe av_bsf_free(&context)
    }

    /// Replaces the demuxer's current packet by the output of the filter.
    func apply(to demuxer: Demuxer) throws(IntakeError) {
        let packet = unsafe demuxer.currentPacket
        var code = unsafe av_bsf_send_packet(context, packet)
        if code >= 0 { code = unsafe av_bsf_receive_packet(context, packet) }
        guard code >= 0 else { throw IntakeError.brokenContainer(path, cause: "its audio: \(libraryMessage(code))") }
        var size = 0
        // Safe: side data has the size that FFmpeg returned with it, and lives as long as the packet.
        if let data = unsafe av_packet_get_side_data(packet, AV_PKT_DATA_NEW_EXTRADATA, &size), size > 0 {
            configuration = unsafe Array(UnsafeBufferPointer(start: data, count: size))
        }
    }
}
