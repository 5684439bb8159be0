import FFmpeg
import HEVC
import ISOMedia
import Media

/// Reads the dynamic HDR metadata in the packets of a stream: in the NAL units of HEVC, in the OBUs of AV1, and in the
/// block additions of Matroska. Nothing is decoded: a decoder repeats the last message where a picture has none.
struct PacketMetadata {
    private enum Form {
        /// NAL units with lengths of so many bytes before them.
        case sample(lengthByteCount: Int)
        /// NAL units of Annex B.
        case annexB
        /// OBUs of AV1.
        case temporalUnit
        /// Bytes of another codec, without metadata in them.
        case other
    }

    private let form: Form

    /// Creates a reader; nil for a stream that has no metadata in its packets or their block additions.
    init?(_ demuxer: Demuxer, stream index: Int) {
        let stream = demuxer.stream(index)
        switch stream.codec {
        case .hevc:
            let box = try? HEVCConfigurationBox(payload: stream.configuration[...])
            form = box.map { .sample(lengthByteCount: Int($0.lengthByteCount)) } ?? .annexB
        case .av1: form = .temporalUnit
        case _ where demuxer.isMatroska: form = .other
        default: return nil
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

    /// The metadata in a packet. Throws if it cannot be divided into units, or if HDR10+ in it cannot be read.
    func accessUnit(in packet: Packet) throws(BitstreamError) -> AccessUnitMetadata {
        guard !packet.hasParsedHDR10Plus else {
            throw BitstreamError(
                .invalid,
                "BlockAdditional",
                "this FFmpeg keeps only parts of HDR10+ in block additions of Matroska; before 7.0 it keeps the bytes"
            )
        }
        let read = packet.withBytes { (bytes: Span<UInt8>) -> Result<AccessUnitMetadata, BitstreamError> in
            // Safe: bytes have no padding between them, and are lent for the call only.
            let span = unsafe bytes.bytes
            do throws(BitstreamError) {
                switch form {
                case .sample(let count): return .success(try AccessUnitMetadata(sample: span, lengthByteCount: count))
                case .annexB: return .success(try AccessUnitMetadata(annexB: span))
                case .temporalUnit: return .success(try AccessUnitMetadata(temporalUnit: span))
                case .other: return .success(AccessUnitMetadata())
                }
            } catch {
                return .failure(error)
            }
        }
        var unit = try read.get()
        if let message = packet.registeredAddition { unit.add(outsideMessage: message) }
        return unit
    }
}
