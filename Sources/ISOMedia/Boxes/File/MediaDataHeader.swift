/// The header of `mdat`, which holds the samples (ISO/IEC 14496-12 8.1.1). It has a 64-bit size only if necessary
/// (4.2).
package struct MediaDataHeader: Hashable, Sendable {
    /// Bytes of all samples.
    package var payloadByteCount: UInt64

    /// Creates a header.
    package init(payloadByteCount: UInt64) { self.payloadByteCount = payloadByteCount }

    /// Whether the size does not fit in 32 bits.
    package var isLarge: Bool { payloadByteCount > UInt64(UInt32.max) - 8 }
    /// 8, or 16 with a 64-bit size.
    package var byteCount: Int { isLarge ? 16 : 8 }

    /// Appends the header.
    package func write(to writer: inout BoxWriter) {
        writer.u32(isLarge ? 1 : UInt32(payloadByteCount + 8))
        writer.fourCC("mdat")
        if isLarge { writer.u64(payloadByteCount + 16) }
    }
}
