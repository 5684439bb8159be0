import CXXHash

/// The checksum of one record's bytes: XXH3-64, against accidents and not against forgers.
public func byteChecksum(_ bytes: RawSpan) -> UInt64 {
    // Safe: the span lends `count` readable bytes for the duration of the call.
    unsafe bytes.withUnsafeBytes { unsafe XXH3_64bits($0.baseAddress, $0.count) }
}
