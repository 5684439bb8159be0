import Checksums
import Media

extension StoreInspection {
    /// The record layouts of stores.
    package enum RecordLayout: UInt8, CaseIterable, Sendable {
        /// What a pass learned about a frame.
        case frame
        /// The header of a sample in a silo, without its bytes.
        case sample
        /// What a store was made from.
        case identity
        /// What a store holds.
        case kind
        /// VPS, SPS and PPS.
        case parameterSets
        /// The timescale of a silo's keys.
        case timescale
        /// Which payloads a frame has.
        case metadataReference
        /// A payload of dynamic metadata.
        case metadataPayload
    }

    /// Reads fields as a record of a layout, and writes what was read; nil if no such record has these fields.
    package static func rewritten(_ fields: [UInt8], as layout: RecordLayout) -> [UInt8]? {
        switch layout {
        case .frame: return rewritten(FrameRecord.self, fields)
        case .sample: return rewritten(SampleHeader.self, fields)
        case .identity: return rewritten(StoreIdentity.self, fields)
        case .kind: return rewritten(StoreKind.self, fields)
        case .parameterSets: return rewritten(ParameterSets.self, fields)
        case .timescale: return rewritten(DecodeTimescale.self, fields)
        case .metadataReference: return rewritten(MetadataReference.self, fields)
        case .metadataPayload: return rewritten(MetadataPayload.self, fields)
        }
    }

    private static func rewritten<Record: StoredRecord>(_ type: Record.Type, _ fields: [UInt8]) -> [UInt8]? {
        var writer = RecordWriter()
        writer.write(Record.version)
        let bytes = writer.bytes + fields
        // Safe: bytes have no padding between them.
        writer = RecordWriter()
        writer.write(byteChecksum(unsafe bytes.span.bytes))
        let whole = bytes + writer.bytes
        // Safe: as above.
        guard let record = unsafe try? Record(record: whole.span.bytes) else { return nil }
        return Array(record.record.dropFirst().dropLast(writer.bytes.count))
    }
}
