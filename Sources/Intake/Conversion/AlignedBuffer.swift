/// Bytes at an address for vector instructions: 64-byte aligned, freed with the owner.
@safe final class AlignedBuffer {
    /// The first byte.
    @unsafe let start: UnsafeMutableRawPointer
    /// Number of usable bytes.
    let byteCount: Int

    /// Allocates zeroed bytes.
    init(byteCount: Int) {
        // Safe: owned by this object alone, freed in deinit; zeroed so that no byte is ever read before it is written.
        let start = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 64), alignment: 64)
        unsafe start.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 64))
        unsafe self.start = unsafe start
        self.byteCount = byteCount
    }

    deinit { unsafe start.deallocate() }
}
