/// A key whose bytes sort as the keys do; LMDB compares them with memcmp.
protocol TableKey: Comparable {
    /// The key as it is stored, 1 to 511 bytes.
    var keyBytes: [UInt8] { get }
    /// Reads a stored key; nil when it is none.
    init?(keyBytes: RawSpan)
}

extension Int64: TableKey {
    /// Eight bytes, big-endian, the sign bit turned over so that negative numbers sort first.
    var keyBytes: [UInt8] {
        var writer = RecordWriter()
        writer.write(UInt64(bitPattern: self) ^ 1 << 63)
        return writer.bytes
    }

    init?(keyBytes: RawSpan) {
        var reader = RecordReader(keyBytes)
        guard let number = try? reader.read(UInt64.self), reader.isAtEnd else { return nil }
        self = Int64(bitPattern: number ^ 1 << 63)
    }
}

extension String: TableKey {
    var keyBytes: [UInt8] { Array(utf8) }

    init?(keyBytes: RawSpan) {
        // Safe: the span's bytes are copied while they are lent.
        self.init(validating: unsafe keyBytes.withUnsafeBytes { unsafe Array($0) }, as: UTF8.self)
    }
}
