import FFmpeg
import HEVC
import ISOMedia
import Media

/// Colour and light metadata in the bitstream of an HEVC source, read from its own NAL units.
///
/// libavcodec mixes the container's metadata into that of a picture, does not return SEI 147 and 148 in some versions,
/// and does not report SEI messages that it could not read.
struct CodedColour {
    private var stream: StreamColour
    /// Bytes of the length before each NAL unit; nil for Annex B.
    private let lengthByteCount: Int?
    private let index: Int

    /// Most bytes of a packet that are read: SEI NAL units precede the slices.
    private static let packetLimit = 1 << 20

    /// Starts with the configuration of a stream; nil if it is not HEVC.
    init?(_ demuxer: Demuxer, stream index: Int) {
        guard demuxer.stream(index).codec == .hevc else { return nil }
        let extradata = demuxer.stream(index).configuration
        self.index = index
        if let configuration = try? HEVCConfigurationBox(payload: extradata[...]) {
            stream = configuration.streamColour
            lengthByteCount = Int(configuration.lengthByteCount)
        } else {
            stream = StreamColour()
            lengthByteCount = nil
            extradata.withRawSpan { stream.add(annexB: $0) }
        }
    }

    /// Reads the NAL units before the slices of the packet that the demuxer read last.
    mutating func add(packetOf demuxer: Demuxer) {
        let packet = demuxer.currentPacket
        guard packet.stream == index, packet.hasPayload, packet.byteCount > 0 else { return }
        packet.bytes(upTo: Self.packetLimit).withRawSpan {
            if let lengthByteCount {
                stream.add(sample: $0, lengthByteCount: lengthByteCount)
            } else {
                stream.add(annexB: $0)
            }
        }
    }

    /// The light metadata before the slices of the packet that the demuxer read last, whatever earlier packets said.
    func light(inPacketOf demuxer: Demuxer) -> LightMetadata {
        var packet = self
        packet.stream = StreamColour()
        packet.add(packetOf: demuxer)
        return LightMetadata(packet.stream.metadata)
    }

    /// The metadata in the NAL units; if no SPS could be read, the decoder's values.
    func metadata(decoded: ColourMetadata) -> ColourMetadata {
        guard stream.hasSequence else {
            var metadata = stream.metadata
            (metadata.colour, metadata.chromaLocation) = (decoded.colour, decoded.chromaLocation)
            return metadata
        }
        return stream.metadata
    }

    /// Whether there are NAL units of Dolby Vision.
    var hasDolbyVision: Bool { stream.hasDolbyVision }

    /// What could not be read, one line each.
    var warnings: [String] {
        let fallback = "no SPS could be read: the colours are those that the decoder reports"
        return stream.warnings + (stream.hasSequence ? [] : [fallback])
    }
}
