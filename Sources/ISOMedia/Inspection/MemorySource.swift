/// A movie in memory.
package struct MemorySource: ByteSource, Sendable {
    private let bytes: [UInt8]

    /// Creates a source from bytes.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Number of bytes.
    package var byteCount: UInt64 { UInt64(bytes.count) }

    /// Copies bytes out.
    package func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8] {
        guard count >= 0, offset <= byteCount, UInt64(count) <= byteCount - offset else {
            throw MovieError(
                .unreadable,
                "memory",
                "bytes \(offset) to \(offset &+ UInt64(max(0, count))) are missing"
            )
        }
        return [UInt8](bytes[Int(offset)..<(Int(offset) + count)])
    }
}
