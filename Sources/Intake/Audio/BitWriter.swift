/// Writes big-endian bit fields; the last byte is filled up with zeros.
struct BitWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []
    private var bitCount = 0

    /// Appends the low `bits` bits of a value.
    mutating func write(_ value: UInt32, bits: Int) {
        for bit in (0..<bits).reversed() {
            if bitCount % 8 == 0 { bytes.append(0) }
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << (7 - bitCount % 8)
            bitCount += 1
        }
    }
}
