import CXXHash

/// The checksum of one record: XXH3-64. It detects accidents, not forgery.
package func byteChecksum(_ bytes: RawSpan) -> UInt64 {
    // Safe: the span lends `count` readable bytes for the duration of the call.
    unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}
