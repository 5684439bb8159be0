/// Writes big-endian fields and nested boxes into memory.
package struct BoxWriter: Sendable {
    /// The written bytes.
    package private(set) var bytes: [UInt8] = []

    /// Starts empty.
    package init() {}

    /// Appends one byte.
    package mutating func u8(_ value: UInt8) { bytes.append(value) }
    /// Appends two bytes.
    package mutating func u16(_ value: UInt16) { append(UInt64(value), bytes: 2) }
    /// Appends the low three bytes.
    package mutating func u24(_ value: UInt32) { append(UInt64(value), bytes: 3) }
    /// Appends four bytes.
    package mutating func u32(_ value: UInt32) { append(UInt64(value), bytes: 4) }
    /// Appends eight bytes.
    package mutating func u64(_ value: UInt64) { append(value, bytes: 8) }
    /// Appends two bytes in two's complement.
    package mutating func s16(_ value: Int16) { u16(UInt16(bitPattern: value)) }
    /// Appends four bytes in two's complement.
    package mutating func s32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
    /// Appends eight bytes in two's complement.
    package mutating func s64(_ value: Int64) { u64(UInt64(bitPattern: value)) }
    /// Appends a four-character code.
    package mutating func fourCC(_ value: FourCC) { u32(value.rawValue) }
    /// Appends zeros.
    package mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
    /// Appends bytes unchanged.
    package mutating func append(_ other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

    /// Appends the start of a FullBox: its version and 24 bits of flags (ISO/IEC 14496-12 4.2).
    package mutating func fullBox(version: UInt8, flags: UInt32 = 0) {
        u8(version)
        u24(flags)
    }

    /// Appends a box: its size, its type, and the output of the body. A box in memory is far smaller than 4 GiB,
    /// because the muxer limits the number of samples (see `MovieMuxer.maximumSampleCount`).
    package mutating func box(_ type: FourCC, _ body: (inout BoxWriter) -> Void) {
        let start = bytes.count
        u32(0)
        fourCC(type)
        body(&self)
        let size = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
    }

    /// Appends a whole box.
    package mutating func box<Content: Box>(_ content: Content) {
        box(Content.type) { content.write(to: &$0) }
    }

    private mutating func append(_ value: UInt64, bytes count: Int) {
        for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
