/// Passes over the open bitstream units of an AV1 temporal unit in the low-overhead format (AV1 specification 5.3).
struct OBUCursor {
    /// A unit.
    struct Unit {
        /// obu_type, 0 to 15.
        var type: UInt8
        /// Its bytes behind the header and the size.
        var content: Range<Int>
    }

    private var position = 0

    /// The next unit; nil at the end. Throws if it is longer than the rest.
    mutating func next(in unit: RawSpan) throws(BitstreamError) -> Unit? {
        guard position < unit.byteCount else { return nil }
        let header = unit.byte(at: position)
        guard header < 0x80 else { throw BitstreamError(.invalid, "obu_forbidden_bit", "it is 1") }
        var start = position + (header & 4 != 0 ? 2 : 1)
        let rest = unit.byteCount
        let size = header & 2 != 0 ? try Self.number("obu_size", in: unit, at: &start) : UInt64(max(rest - start, 0))
        guard start <= rest, size <= UInt64(rest - start) else {
            throw BitstreamError(.truncated, "obu_size", "\(size) bytes are more than the temporal unit has")
        }
        position = start + Int(size)
        return Unit(type: header >> 3 & 15, content: start..<position)
    }

    /// Reads leb128() (4.10.5), and moves the position behind it.
    static func number(
        _ element: StaticString,
        in bytes: RawSpan,
        at position: inout Int
    ) throws(BitstreamError) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<8 {
            guard position < bytes.byteCount else {
                throw BitstreamError(.truncated, "\(element)", "the bytes end within it")
            }
            let next = bytes.byte(at: position)
            position += 1
            value |= UInt64(next & 0x7F) << UInt64(7 * index)
            if next < 0x80 { return value }
        }
        throw BitstreamError(.invalid, "\(element)", "the number is longer than 8 bytes")
    }
}
