/// Writes the descriptors of ISO/IEC 23008-2 clause 7.2 and 9.2; the counterpart of `BitReader`.
package struct BitWriter: Sendable {
    /// The written bytes; the last one is filled with zeros.
    package private(set) var bytes: [UInt8] = []
    /// Number of bits written so far.
    package private(set) var position = 0

    /// Starts empty.
    package init() {}

    /// Writes u(1).
    package mutating func flag(_ value: Bool) { bits(value ? 1 : 0, 1) }

    /// Writes the low `count` bits of a value, the highest first. Precondition: `0 <= count <= 64`.
    package mutating func bits(_ value: UInt64, _ count: Int) {
        precondition(count >= 0 && count <= 64, "u(n) is written in at most 64 bits")
        for shift in (0..<count).reversed() {
            if position % 8 == 0 { bytes.append(0) }
            if value >> shift & 1 == 1 { bytes[position / 8] |= 0x80 >> (position % 8) }
            position += 1
        }
    }

    /// Writes a range of bits of a payload unchanged. Precondition: the range is inside the payload.
    package mutating func copy(_ range: Range<Int>, of payload: [UInt8]) {
        for position in range { flag(payload[position / 8] >> (7 - position % 8) & 1 == 1) }
    }

    /// Writes ue(v). Precondition: `value < 2^32 - 1`.
    package mutating func unsigned(_ value: UInt32) {
        let code = UInt64(value) + 1
        let width = 64 - code.leadingZeroBitCount
        bits(0, width - 1)
        bits(code, width)
    }

    /// Writes se(v).
    package mutating func signed(_ value: Int32) {
        let wide = Int64(value)
        unsigned(UInt32(wide > 0 ? wide * 2 - 1 : -wide * 2))
    }

    /// Writes the stop bit and zeros up to the next byte (rbsp_trailing_bits, 7.3.2.11).
    package mutating func trailingBits() {
        flag(true)
        while position % 8 != 0 { flag(false) }
    }
}
