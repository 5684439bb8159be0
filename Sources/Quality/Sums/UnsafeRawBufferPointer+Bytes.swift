extension UnsafeRawBufferPointer {
    /// Pointer to the bytes from an offset on, for C. Traps if the offset is outside of the buffer.
    func bytes(from offset: Int) -> UnsafePointer<UInt8> {
        guard offset >= 0, offset < count, let base = baseAddress else {
            preconditionFailure("the offset must be within the buffer")
        }
        // Safe: the offset is within the buffer, and bytes need no conversion.
        return unsafe base.advanced(by: offset).assumingMemoryBound(to: UInt8.self)
    }
}
