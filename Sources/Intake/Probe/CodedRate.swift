import FFmpeg
import HEVC
import Media

/// The frame rate that a raw HEVC stream declares. Its pictures have no other times, and libavformat only guesses a
/// rate.
struct CodedRate {
    private var stated = StatedRate()
    private let path: String
    private let index: Int

    /// Most bytes of a packet that are read: parameter sets and SEI NAL units precede the slices.
    private static let packetLimit = 1 << 20

    /// Reads the parameter sets of a stream; nil if it is not raw HEVC or declares no rate.
    init?(_ demuxer: Demuxer, stream index: Int) {
        guard demuxer.formatName == "hevc", demuxer.codecName(ofStream: index) == "hevc" else { return nil }
        path = demuxer.path
        self.index = index
        let bytes = demuxer.stream(index).configuration
        guard !bytes.isEmpty else { return nil }
        bytes.withRawSpan { stated.add(annexB: $0) }
        guard stated.rate != nil else { return nil }
    }

    /// Takes the packet that the demuxer read last. All packets are needed to check that the rate never changes.
    mutating func add(packetOf demuxer: Demuxer) {
        let packet = demuxer.currentPacket
        guard packet.stream == index, packet.hasPayload, packet.byteCount > 0 else { return }
        packet.bytes(upTo: Self.packetLimit).withRawSpan { stated.add(annexB: $0) }
    }

    /// The rate of the whole film.
    ///
    /// - Throws: if it has fields, repeats pictures or changes its rate.
    func rate() throws(IntakeError) -> FrameRate {
        do throws(StatedRate.Obstacle) {
            if let rate = try stated.settled() { return rate }
        } catch {
            switch error {
            case .fields: throw IntakeError.interlaced(path, at: nil)
            case .repeated:
                throw IntakeError.noTimes(
                    path,
                    reason: "some of them are shown two or three times (pic_struct)"
                )
            case .changes(let first, let next):
                let words = next.map { "from \(first) to \($0) per second" } ?? "from \(first) per second to none"
                throw IntakeError.noTimes(path, reason: "the rate that the stream declares changes \(words)")
            }
        }
        throw IntakeError.noTimes(path)
    }
}
