import Media

/// The record of a frame in a `DynamicMetadataTable`: the numbers of its payloads, 0 for none.
struct MetadataReference: StoredRecord, Hashable {
    static var version: UInt8 { 1 }

    let hdr10Plus: Int64
    let dolbyVision: Int64
    /// Whether its HDR10+ is that of an earlier picture.
    let isInherited: Bool

    init(hdr10Plus: Int64, dolbyVision: Int64, isInherited: Bool) {
        self.hdr10Plus = hdr10Plus
        self.dolbyVision = dolbyVision
        self.isInherited = isInherited
    }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        hdr10Plus = Int64(try reader.count("number of HDR10+"))
        dolbyVision = Int64(try reader.count("number of an RPU"))
        let flags = try reader.read(UInt8.self)
        guard flags <= 1 else { throw .impossible("flags") }
        isInherited = flags == 1
        guard !isInherited || hdr10Plus > 0 else { throw .impossible("flags") }
    }

    func write(to writer: inout RecordWriter) {
        writer.write(hdr10Plus)
        writer.write(dolbyVision)
        writer.write(isInherited ? UInt8(1) : 0)
    }
}

/// A payload in a `DynamicMetadataTable`.
struct MetadataPayload: StoredRecord, Hashable {
    static var version: UInt8 { 1 }

    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(from reader: inout RecordReader) throws(RecordFlaw) {
        bytes = try reader.bytes()
        guard (1...DynamicMetadata.payloadLimit).contains(bytes.count) else { throw .impossible("payload") }
    }

    func write(to writer: inout RecordWriter) { writer.write(bytes) }
}
