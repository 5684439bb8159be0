import Media

/// How a sample of a picture is stored. Ten-bit samples are 16-bit words, of which only the lower ten bits count: a
/// damaged source may set the others.
protocol StoredSample {
    /// Bytes of a sample.
    static var size: Int { get }

    /// The sample at a byte offset, which must be within the span.
    static func value(_ bytes: RawSpan, at byte: Int) -> Int16

    /// Eight samples from a byte offset on, which must be within the span.
    static func values(_ bytes: RawSpan, at byte: Int) -> SIMD8<Int16>
}

extension UInt8: StoredSample {
    static var size: Int { 1 }

    @inline(__always)
    static func value(_ bytes: RawSpan, at byte: Int) -> Int16 {
        // Safe: the caller found it inside of the span.
        Int16(unsafe bytes.unsafeLoad(fromUncheckedByteOffset: byte, as: UInt8.self))
    }

    @inline(__always)
    static func values(_ bytes: RawSpan, at byte: Int) -> SIMD8<Int16> {
        // Safe: the caller found them inside of the span.
        SIMD8<Int16>(
            truncatingIfNeeded: unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: byte, as: SIMD8<UInt8>.self)
        )
    }
}

extension UInt16: StoredSample {
    static var size: Int { 2 }

    @inline(__always)
    static func value(_ bytes: RawSpan, at byte: Int) -> Int16 {
        // Safe: the caller found it inside of the span.
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: byte, as: Int16.self) & 1023
    }

    @inline(__always)
    static func values(_ bytes: RawSpan, at byte: Int) -> SIMD8<Int16> {
        // Safe: the caller found them inside of the span.
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: byte, as: SIMD8<Int16>.self) & 1023
    }
}
