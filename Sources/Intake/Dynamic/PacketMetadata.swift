import FFmpeg
import HEVC
import ISOMedia
import Media

/// Reads the dynamic HDR metadata in the packets of an HEVC stream. Nothing is decoded: a decoder repeats the last
/// message where a picture has none.
struct PacketMetadata {
    /// Bytes of the length before each NAL unit; nil for Annex B.
    private let lengthByteCount: Int?

    /// Creates a reader; nil for a stream that is not HEVC.
    init?(_ demuxer: Demuxer, stream index: Int) {
        let stream = demuxer.stream(index)
        guard stream.codec == .hevc else { return nil }
        lengthByteCount = (try? HEVCConfigurationBox(payload: stream.configuration[...])).map {
            Int($0.lengthByteCount)
        }
    }

    /// Counts the metadata in a packet.
    func add(_ packet: Packet, to tally: inout DynamicMetadataTally) {
        do throws(BitstreamError) {
            tally.add(try accessUnit(in: packet))
        } catch {
            tally.add(error)
        }
    }

    /// The metadata in a packet. Throws if it cannot be divided into NAL units, or if HDR10+ in it cannot be read.
    func accessUnit(in packet: Packet) throws(BitstreamError) -> AccessUnitMetadata {
        let read = packet.withBytes { (bytes: Span<UInt8>) -> Result<AccessUnitMetadata, BitstreamError> in
            // Safe: bytes have no padding between them, and are lent for the call only.
            let span = unsafe bytes.bytes
            do throws(BitstreamError) {
                guard let lengthByteCount else { return .success(try AccessUnitMetadata(annexB: span)) }
                return .success(try AccessUnitMetadata(sample: span, lengthByteCount: lengthByteCount))
            } catch {
                return .failure(error)
            }
        }
        return try read.get()
    }
}
