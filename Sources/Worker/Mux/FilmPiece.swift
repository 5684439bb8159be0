import Media

/// A piece of the film in memory, which is hashed and written.
///
/// Its memory is a whole number of blocks and aligned to a block, as writing past the page cache requires. One thread
/// fills it. Then it is only read, until the last reader releases it, which empties it for its next use.
@safe final class FilmPiece: @unchecked Sendable {
    /// Writing past the page cache needs addresses and lengths that are multiples of this. A disk with larger blocks is
    /// written through the cache.
    static let blockByteCount = 4096

    /// Number of bytes in it.
    private(set) var byteCount = 0

    private let memory: UnsafeMutableRawBufferPointer
    private let readers = Locked(0)

    /// Creates an empty piece with space for a number of blocks.
    init(blockCount: Int) {
        // Safe: this object alone owns and frees it; only filled bytes are read.
        unsafe memory = .allocate(
            byteCount: blockCount * FilmPiece.blockByteCount,
            alignment: FilmPiece.blockByteCount
        )
    }

    deinit { unsafe memory.deallocate() }

    /// Whether there is no space for another byte.
    var isFull: Bool { unsafe byteCount == memory.count }

    /// Appends as many bytes as there is space for; returns their number.
    func append(_ bytes: RawSpan) -> Int {
        let count = unsafe min(bytes.byteCount, memory.count - byteCount)
        // Safe: the source has at least `count` bytes, and the memory has space for them after `byteCount`.
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[byteCount..<byteCount + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        byteCount += count
        return count
    }

    /// Lends its bytes for the duration of the call.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        // Safe: the first `byteCount` bytes were filled, and nobody fills while others read.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<byteCount])
        return try body(unsafe bytes.bytes)
    }

    /// Sets the number of readers.
    func hand(to count: Int) { readers.withLock { $0 = count } }

    /// Releases it for one reader; empties it and returns true if that was the last one.
    func letGo() -> Bool {
        readers.withLock { readers in
            readers -= 1
            guard readers == 0 else { return false }
            byteCount = 0
            return true
        }
    }
}
