extension UnsafeRawBufferPointer {
    /// Where its bytes begin from an offset on, as C reads them. Traps when that is outside of it.
    func bytes(from offset: Int) -> UnsafePointer<UInt8> {
        guard offset >= 0, offset < count, let base = baseAddress else {
            preconditionFailure("the byte lies in the buffer")
        }
        // Safe: found inside of the buffer, and bytes may be read as what they are.
        return unsafe base.advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    }
}
