extension RawSpan {
    /// The byte at an offset. Precondition: `0 <= offset < byteCount`.
    @inline(__always)
    package func byte(at offset: Int) -> UInt8 {
        // Safe: the load itself checks the bounds, and every bit pattern is a UInt8.
        unsafe unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
    }

    /// A copy of the bytes.
    package func copied() -> [UInt8] {
        // Safe: the buffer lives as long as the call, which copies all of it.
        unsafe withUnsafeBytes { unsafe [UInt8]($0) }
    }
}

extension [UInt8] {
    /// Lends the bytes as a raw span, without a copy; valid only during the call.
    package func withRawSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe: a UInt8 has neither padding nor illegal bit patterns, so its bytes may be read raw.
        try body(unsafe span.bytes)
    }
}
