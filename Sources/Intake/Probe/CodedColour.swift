import CFFmpeg
import HEVC
import ISOMedia
import Media

/// What the bitstream of an HEVC source says of colour and light, read from its own units.
///
/// libavcodec mixes the container's words into a picture's, keeps SEI 147 and 148 to itself depending on its version,
/// and says nothing of SEI messages that it could not read.
struct CodedColour {
    private var stream: StreamColour
    /// Bytes of the length before each unit; nil for Annex B.
    private let lengthByteCount: Int?
    private let index: Int

    /// Most bytes of a packet that are looked at: SEI units stand in front of the slices.
    private static let packetLimit = 1 << 20

    /// Starts with the configuration of a stream; nil when it is not HEVC.
    init?(_ demuxer: Demuxer, stream index: Int) {
        // Safe: the stream is lent by the living demuxer, and extradata has the size that comes with it.
        let parameters = unsafe demuxer.stream(index).pointee.codecpar.pointee
        guard unsafe parameters.codec_id == AV_CODEC_ID_HEVC else { return nil }
        let size = unsafe Int(max(0, parameters.extradata_size))
        let extradata =
            unsafe parameters.extradata.map { unsafe [UInt8](UnsafeBufferPointer(start: $0, count: size)) } ?? []
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

    /// Takes what stands before the slices of the packet that the demuxer read last.
    mutating func add(packetOf demuxer: Demuxer) {
        // Safe: the packet has the size that comes with it, and lives until the demuxer reads the next one.
        let packet = unsafe demuxer.currentPacket.pointee
        guard unsafe Int(packet.stream_index) == index, let data = unsafe packet.data, unsafe packet.size > 0 else {
            return
        }
        let count = min(unsafe Int(packet.size), Self.packetLimit)
        let bytes = unsafe [UInt8](UnsafeBufferPointer(start: data, count: count))
        bytes.withRawSpan {
            if let lengthByteCount {
                stream.add(sample: $0, lengthByteCount: lengthByteCount)
            } else {
                stream.add(annexB: $0)
            }
        }
    }

    /// What stands before the slices of the packet that the demuxer read last says of light, whatever was said before
    /// it.
    func light(inPacketOf demuxer: Demuxer) -> LightMetadata {
        var packet = self
        packet.stream = StreamColour()
        packet.add(packetOf: demuxer)
        return LightMetadata(packet.stream.metadata)
    }

    /// What the units say; where no SPS could be read, what the decoder makes of it.
    func metadata(decoded: ColourMetadata) -> ColourMetadata {
        guard stream.hasSequence else {
            var metadata = stream.metadata
            (metadata.colour, metadata.chromaLocation) = (decoded.colour, decoded.chromaLocation)
            return metadata
        }
        return stream.metadata
    }

    /// Whether there are units of Dolby Vision.
    var hasDolbyVision: Bool { stream.hasDolbyVision }

    /// What could not be read, one line each.
    var warnings: [String] {
        let fallback = "no SPS could be read: the colours are those that the decoder reports"
        return stream.warnings + (stream.hasSequence ? [] : [fallback])
    }
}
