import Checksums

/// A value that is stored as one LMDB record: a version byte, the fields, and the XXH3-64 of both.
///
/// Every number is big-endian. Docs/Storage.md lists the fields of each record; a change of layout is a new version.
protocol StoredRecord {
    /// Version of the layout that `write(to:)` writes and `init(from:)` reads.
    static var version: UInt8 { get }
    /// Reads the fields; the frame around them has been checked.
    init(from reader: inout RecordReader) throws(RecordFlaw)
    /// Writes the fields.
    func write(to writer: inout RecordWriter)
}

extension StoredRecord {
    /// The whole record as it is stored.
    var record: [UInt8] {
        var writer = RecordWriter()
        writer.write(Self.version)
        write(to: &writer)
        // Safe: bytes have no padding between them.
        writer.write(byteChecksum(unsafe writer.bytes.span.bytes))
        return writer.bytes
    }

    /// Reads a record; rejects another version, a wrong checksum, and fields that do not fill it exactly.
    init(record: RawSpan) throws(RecordFlaw) {
        let checksumByteCount = MemoryLayout<UInt64>.size
        guard record.byteCount > checksumByteCount else { throw .truncated }
        let checked = record.extracting(droppingLast: checksumByteCount)
        var tail = RecordReader(record.extracting(last: checksumByteCount))
        guard try tail.read(UInt64.self) == byteChecksum(checked) else { throw .wrongChecksum }
        var reader = RecordReader(checked)
        let version = try reader.read(UInt8.self)
        guard version == Self.version else { throw .unknownVersion(version) }
        try self.init(from: &reader)
        guard reader.isAtEnd else { throw .trailingBytes }
    }
}
