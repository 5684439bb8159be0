/// Reads the descriptors of ISO/IEC 23008-2 clause 7.2 and 9.2 from a payload without emulation prevention.
///
/// Nothing is read beyond the end: every call throws `truncated` instead.
package struct BitReader: Sendable {
    private let bytes: [UInt8]
    /// Number of bits read so far.
    package private(set) var position = 0

    /// Starts at the first bit of a raw payload.
    package init(_ payload: [UInt8]) { bytes = payload }

    /// Number of remaining bits, trailing bits included.
    package var remaining: Int { bytes.count * 8 - position }

    /// Position of the stop bit of a raw payload, in bits: its last 1 (rbsp_trailing_bits, 7.3.2.11); nil if there is
    /// none.
    package static func stopBit(of payload: [UInt8]) -> Int? {
        guard let last = payload.lastIndex(where: { $0 != 0 }) else { return nil }
        return last * 8 + 7 - payload[last].trailingZeroBitCount
    }

    /// Reads u(1).
    package mutating func flag(_ element: StaticString) throws(BitstreamError) -> Bool {
        try bits(1, element) == 1
    }

    /// Reads u(n). Precondition: `0 <= count <= 32`.
    package mutating func bits(_ count: Int, _ element: StaticString) throws(BitstreamError) -> UInt32 {
        precondition(count >= 0 && count <= 32, "u(n) is read in at most 32 bits")
        guard count <= remaining else {
            throw BitstreamError(.truncated, "\(element)", "\(count) bits are needed, \(remaining) are left")
        }
        var (value, wanted) = (UInt64(0), count)
        while wanted > 0 {
            let taken = min(8 - position % 8, wanted)
            let window = (bytes[position / 8] << (position % 8)) >> (8 - taken)
            value = value << taken | UInt64(window)
            position += taken
            wanted -= taken
        }
        return UInt32(value)
    }

    /// Reads u(48), for the constraint flags of a profile.
    package mutating func bits48(_ element: StaticString) throws(BitstreamError) -> UInt64 {
        let high = try bits(16, element)
        return UInt64(high) << 32 | UInt64(try bits(32, element))
    }

    /// Reads ue(v), at most 2^32 - 2 (9.2).
    package mutating func unsigned(_ element: StaticString) throws(BitstreamError) -> UInt32 {
        var zeros = 0
        while try bits(1, element) == 0 {
            zeros += 1
            guard zeros < 32 else {
                throw BitstreamError(.invalid, "\(element)", "the Exp-Golomb code is longer than 32 bits")
            }
        }
        let suffix = try bits(zeros, element)
        return UInt32((UInt64(1) << zeros) - 1) + suffix
    }

    /// Reads ue(v) and rejects more than `maximum`.
    package mutating func unsigned(
        _ element: StaticString,
        atMost maximum: UInt32
    ) throws(BitstreamError) -> Int {
        let value = try unsigned(element)
        guard value <= maximum else {
            throw BitstreamError(.invalid, "\(element)", "\(value) is more than \(maximum)")
        }
        return Int(value)
    }

    /// Reads u(v) of Ceil(Log2(count)) bits, as for an index below `count`, and rejects higher values.
    package mutating func index(_ element: StaticString, below count: Int) throws(BitstreamError) -> Int {
        guard count > 0 else { throw BitstreamError(.invalid, "\(element)", "there are no values to choose from") }
        let value = Int(try bits(Int.bitWidth - (count - 1).leadingZeroBitCount, element))
        guard value < count else {
            throw BitstreamError(.invalid, "\(element)", "\(value) is not one of \(count)")
        }
        return value
    }

    /// Reads se(v) (9.2.2).
    package mutating func signed(_ element: StaticString) throws(BitstreamError) -> Int32 {
        let code = Int64(try unsigned(element))
        return Int32(code % 2 == 0 ? -(code / 2) : (code + 1) / 2)
    }

    /// Skips bits.
    package mutating func skip(_ count: Int, _ element: StaticString) throws(BitstreamError) {
        guard count >= 0, count <= remaining else {
            throw BitstreamError(.truncated, "\(element)", "\(count) bits are needed, \(remaining) are left")
        }
        position += count
    }
}
