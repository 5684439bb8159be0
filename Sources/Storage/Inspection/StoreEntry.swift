package import Media

/// One record of a store: a line of `granary storage dump`.
package enum StoreEntry: Hashable, Sendable {
    /// A record of multi-pass storage: a frame.
    case frame(FrameRecord)
    /// A record of a silo: a sample without its bytes.
    case sample(SampleHeader)
    /// A record of a table of dynamic metadata: a frame, with its payloads as hexadecimal digits.
    case metadata(FrameMetadata)
}

extension StoreEntry: Encodable {
    /// Writes the record itself without its kind: all records of a store are of one kind.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .frame(let record): try record.encode(to: encoder)
        case .sample(let header): try header.encode(to: encoder)
        case .metadata(let record): try MetadataLine(record).encode(to: encoder)
        }
    }

    private struct MetadataLine: Encodable {
        let frame: Int
        let hdr10Plus: String?
        let dolbyVision: String?
        let isInherited: Bool

        init(_ record: FrameMetadata) {
            func digits(_ bytes: [UInt8]?) -> String? {
                bytes?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            }
            frame = record.frame
            hdr10Plus = digits(record.metadata.hdr10Plus)
            dolbyVision = digits(record.metadata.dolbyVision)
            isInherited = record.isInherited
        }
    }
}
