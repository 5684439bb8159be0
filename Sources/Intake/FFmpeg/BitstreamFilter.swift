import FFmpeg

/// One of libavcodec's bitstream filters, which rewrite packets without decoding them.
///
/// For filters that return one packet for each input packet.
final class BitstreamFilter {
    private let filter: PacketFilter
    private let path: String
    /// The codec configuration that the filter found in the packets so far.
    private(set) var configuration: [UInt8] = []

    /// Opens a filter for a stream.
    init(_ name: String, demuxer: Demuxer, stream index: Int) throws(IntakeError) {
        path = demuxer.path
        guard let filter = PacketFilter(name) else {
            throw IntakeError.library(path, attempted: "read its audio", cause: "libavcodec lacks the filter \(name)")
        }
        self.filter = filter
        let code = filter.open(demuxer.stream(index))
        guard !code.isFailure else {
            throw IntakeError.library(path, attempted: "read its audio", cause: code.words)
        }
    }

    /// Replaces the demuxer's current packet by the output of the filter.
    func apply(to demuxer: Demuxer) throws(IntakeError) {
        let packet = demuxer.currentPacket
        let code = filter.apply(to: packet)
        guard !code.isFailure else { throw IntakeError.brokenContainer(path, cause: "its audio: \(code.words)") }
        if let found = filter.configuration(in: packet) { configuration = found }
    }
}
