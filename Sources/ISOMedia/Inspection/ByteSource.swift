/// Bytes with random access: a file, memory, a silo.
package protocol ByteSource {
    /// Number of bytes, which does not change while a movie is read.
    var byteCount: UInt64 { get }
    /// Reads exactly `count` bytes from `offset` on, or throws. The caller requests nothing beyond `byteCount`.
    func read(at offset: UInt64, count: Int) throws(MovieError) -> [UInt8]
}
