import Media

/// A piece of the film in memory, on its way to the digest and to the disk.
///
/// Its memory is a whole number of blocks that begins at a block, which writing past the page cache asks for. One
/// thread fills it; then it is only read, until all readers have let go of it and it is emptied for its next use.
@safe final class FilmPiece: @unchecked Sendable {
    /// Memory and lengths of what is written past the page cache are multiples of this: no disk has larger blocks.
    static let blockByteCount = 4096

    /// Number of bytes in it.
    private(set) var byteCount = 0

    private let memory: UnsafeMutableRawBufferPointer
    private let readers = Locked(0)

    /// Creates an empty piece that takes a number of blocks.
    init(blockCount: Int) {
        // Safe: owned by this object alone, which frees it; nothing is read that was not filled before.
        unsafe memory = .allocate(
            byteCount: blockCount * FilmPiece.blockByteCount,
            alignment: FilmPiece.blockByteCount
        )
    }

    deinit { unsafe memory.deallocate() }

    /// Whether it takes no further byte.
    var isFull: Bool { unsafe byteCount == memory.count }

    /// Appends as many bytes as it takes; returns their number.
    func append(_ bytes: RawSpan) -> Int {
        let count = unsafe min(bytes.byteCount, memory.count - byteCount)
        // Safe: `count` bytes are there to be read, and after `byteCount` there is place for as many.
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe UnsafeMutableRawBufferPointer(rebasing: memory[byteCount..<byteCount + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
        byteCount += count
        return count
    }

    /// Lends what it holds, for the duration of the call.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        // Safe: the first `byteCount` bytes were filled, and nobody fills while others read.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory[..<byteCount])
        return try body(unsafe bytes.bytes)
    }

    /// Says how many readers it is handed to.
    func hand(to count: Int) { readers.withLock { $0 = count } }

    /// Lets go of it for one reader; empties it and returns true when that was the last.
    func letGo() -> Bool {
        readers.withLock { readers in
            readers -= 1
            guard readers == 0 else { return false }
            byteCount = 0
            return true
        }
    }
}
