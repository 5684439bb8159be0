/// Reads big-endian bit fields from bytes in order. Reading beyond the end returns nil.
struct BitCursor {
    private let bytes: ArraySlice<UInt8>
    private var position = 0

    /// Starts at the first bit.
    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// The next `count` bits, at most 32.
    mutating func read(_ count: Int) -> UInt32? {
        guard position + count <= bytes.count * 8 else { return nil }
        var value: UInt32 = 0
        for _ in 0..<count {
            let byte = bytes[bytes.startIndex + position / 8]
            value = value << 1 | UInt32(byte >> (7 - position % 8) & 1)
            position += 1
        }
        return value
    }
}
